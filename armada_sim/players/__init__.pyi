from .boards import covers as covers
from .bulk import play_out as play_out
from .computer import (
    MOST_THOUGHT as MOST_THOUGHT,
    NO_END as NO_END,
    Computer as Computer,
    Level as Level,
    asked_for as asked_for,
    declines as declines,
)
