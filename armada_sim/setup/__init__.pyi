from .setups import (
    narrower_than_agreed as narrower_than_agreed,
    rule_on_setup as rule_on_setup,
    setup_allowed as setup_allowed,
    setup_problems as setup_problems,
    surface_width as surface_width,
)
