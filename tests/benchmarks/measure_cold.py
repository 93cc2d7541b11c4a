"""What a cold `armada check` of a move and a shot costs: `python -m tests.benchmarks.measure_cold --count 200`.

Random disputes about twelve ships (`tests/shot_scenes.py`), each in a process of its own, and by turns with it a Python
that only imports numpy and shapely. Printed are the median and the greatest ratio of processor times; every new
greatest is told as it comes, with its seed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.benchmarks.test_checks import ARMADA, cost
from tests.shot_scenes import shot_scene


def dispute(seed: int) -> str:
    """A move and a shot of the same ship among twelve, as a file."""
    chooser, scene = random.Random(f"cold {seed}"), shot_scene(seed, varied=False)
    lying = "".join(
        f'[[ships]]\nname = "{ship.name}"\nplayer = "{ship.player}"\nsize = "{ship.size}"\n'
        f"base = [{ship.pose.x}, {ship.pose.y}]\nheading = {ship.pose.heading}\n"
        for ship in scene.layout.ships
    )
    turns = ", ".join(str(chooser.randint(-20, 20)) for _ in range(chooser.choice((1, 2))))
    move = f'[[questions]]\nmove = "{scene.shooter}"\nturns = [{turns}]\n'
    shot = f'[[questions]]\nshot = {{ from = "{scene.shooter}", at = "{scene.target}" }}\n'
    return f"[surface]\nrectangle = [600, 600]\n{lying}{move}{shot}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="how many disputes (200)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    given = parser.parse_args()
    bare, spent = [], dict[int, float]()
    with tempfile.TemporaryDirectory() as folder:
        compiled, path = Path(folder) / "compiled", Path(folder) / "dispute.toml"
        for seed in range(given.first - 1, given.first + given.count):  # the first is there to be compiled
            path.write_text(dispute(seed))
            _, plain = cost([sys.executable, "-c", "import numpy, shapely"], {0}, compiled)
            _, asked = cost([sys.executable, "-c", ARMADA, "check", str(path)], {0, 1}, compiled)
            if seed < given.first:
                continue
            bare.append(plain)
            spent[seed] = asked
            if asked == max(spent.values()):
                print(f"seed {seed}: {asked:.3f} s", flush=True)
    ratios = sorted(seconds / median(bare) for seconds in spent.values())
    words = f"median {median(ratios):.2f}, 95 % below {ratios[int(0.95 * len(ratios))]:.2f}, greatest {ratios[-1]:.2f}"
    print(
        f"{len(ratios)} cold checks of a move and a shot, in units of `import numpy, shapely` ({median(bare):.3f} s): "
        f"{words}"
    )


if __name__ == "__main__":
    main()
