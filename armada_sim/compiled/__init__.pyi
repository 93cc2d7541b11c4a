from .calling import Compiled as Compiled, deciding as deciding
from .kept_code import (
    cache_folder as cache_folder,
    kept as kept,
    kept_in as kept_in,
    writable_cache as writable_cache,
)
from .plain import (
    compiled_functions as compiled_functions,
    floats as floats,
    integers as integers,
    zeros as zeros,
)
