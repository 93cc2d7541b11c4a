from .broadsides import (
    Shot as Shot,
    ShotCase as ShotCase,
    decide as decide,
    reaches as reaches,
    region as region,
    shot_case as shot_case,
    shot_work as shot_work,
)
from .guns import (
    LONG_SIDES as LONG_SIDES,
    GunSide as GunSide,
    base_slides as base_slides,
    large_template as large_template,
)
from .shots import (
    against_shot as against_shot,
    allowed_at_once as allowed_at_once,
    clear_side as clear_side,
    rule_on_shot as rule_on_shot,
    sight_line as sight_line,
)
