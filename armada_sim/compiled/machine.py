"""LLVM: text made into the machine's own code, and code made callable."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, Final

_LIBRARY: Final = ("sin", "cos", "acos", "asin", "atan2", "pow", "ldexp", "calloc", "free", "memset", "memcpy")
"""What compiled code calls of the system's C library, or LLVM may make it call."""

_SPEED: Final = 3
"""How much LLVM does for speed, of 3."""

_LOADING: Final = threading.Lock()
"""Held while code is loaded. Two threads that call their first functions at once would make two engines, of which one
is thrown away, with the code that the other thread is about to run."""


def _machine() -> Any:
    """This machine, as LLVM describes it; an engine that is given it keeps it."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    library = ctypes.CDLL(None) if sys.platform != "win32" else ctypes.CDLL("ucrtbase")
    for name in _LIBRARY:
        binding.add_symbol(name, ctypes.cast(getattr(library, name), ctypes.c_void_p).value)
    target = binding.Target.from_triple(binding.get_process_triple())
    reloc = "static" if target.name.startswith("x86") else "default"
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(), features=binding.get_host_cpu_features().flatten(), opt=_SPEED, reloc=reloc,
        codemodel="jitdefault", jit=True,
    )  # fmt: skip


def described() -> str:
    """What code is made for and by: other code is of no use."""
    import llvmlite
    from llvmlite import binding

    features = binding.get_host_cpu_features().flatten()
    return f"{llvmlite.__version__} {binding.get_process_triple()} {binding.get_host_cpu_name()} {features}"


def machine_code(text: str) -> bytes:
    """Machine code of a text in LLVM's language, as an object file."""
    from llvmlite import binding

    machine = _machine()
    module = binding.parse_assembly(text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = binding.create_pipeline_tuning_options(_SPEED)
    binding.create_pass_builder(machine, options).getModulePassManager().run(
        module, binding.create_pass_builder(machine, options)
    )
    code: bytes = machine.emit_object(module)
    return code


@cache
def _engine() -> Any:
    """What holds loaded code, as long as the program runs."""
    from llvmlite import binding

    return binding.create_mcjit_compiler(binding.parse_assembly(""), _machine())


def loaded(code: bytes, name: str, long: bool) -> Callable[[Any, Any], None]:
    """A function of an object file; long: whether it lets go of the interpreter's lock."""
    from llvmlite import binding

    with _LOADING:
        engine = _engine()
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        address = engine.get_function_address(name)
    kind = ctypes.CFUNCTYPE if long else ctypes.PYFUNCTYPE
    return kind(None, ctypes.c_char_p, ctypes.c_void_p)(address)
