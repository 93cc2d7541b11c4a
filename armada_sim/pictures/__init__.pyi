from .dimension import double_arrow as double_arrow, draw_dimension as draw_dimension
from .figures import (
    HIGHEST_MM as HIGHEST_MM,
    WIDEST_MM as WIDEST_MM,
    Note as Note,
    picture_of_position as picture_of_position,
    picture_of_ruling as picture_of_ruling,
)
from .labels import (
    BETWEEN as BETWEEN,
    BETWEEN_POINTS as BETWEEN_POINTS,
    COVERS as COVERS,
    CROSSES as CROSSES,
    DISTANCES as DISTANCES,
    LEADER_POINTS as LEADER_POINTS,
    PER_POINT as PER_POINT,
    PREFERS as PREFERS,
    ROUNDS as ROUNDS,
    TOUCHES as TOUCHES,
    WAYS as WAYS,
    Spot as Spot,
    Wanted as Wanted,
    wrapped as wrapped,
)
from .messages import Words as Words
from .move_marks import mark_blockers as mark_blockers
from .plane import Flat as Flat, box_corners as box_corners, distance as distance, nearest as nearest
from .position import (
    DEFAULT_SHOW as DEFAULT_SHOW,
    SHOW as SHOW,
    Sight as Sight,
    compose_position as compose_position,
    draw_pieces as draw_pieces,
    whole_view as whole_view,
    write_names as write_names,
)
from .ruling import compose_ruling as compose_ruling, mark_ruling as mark_ruling, ruling_view as ruling_view
from .shapes import (
    View as View,
    arc_points as arc_points,
    base_of as base_of,
    corners_of as corners_of,
    flag_foot as flag_foot,
    mean as mean,
    pennant as pennant,
    piece_shape as piece_shape,
    surface_corners as surface_corners,
    thing_corners as thing_corners,
    tip_of as tip_of,
)
from .sheet import (
    DASHED as DASHED,
    LAYERS as LAYERS,
    LONG_DASHED as LONG_DASHED,
    Draft as Draft,
    Mark as Mark,
    round_length as round_length,
)
from .shot_marks import draw_sight as draw_sight
from .spoken import (
    LAYER_WORDS as LAYER_WORDS,
    clean as clean,
    described as described,
    layer_start as layer_start,
    legend_words as legend_words,
    read_aloud as read_aloud,
)
from .style import (
    DIVERGING as DIVERGING,
    GREYSCALE as GREYSCALE,
    PRINT as PRINT,
    SCREEN as SCREEN,
    STYLES as STYLES,
    Look as Look,
    PlayerLook as PlayerLook,
    Style as Style,
    Z as Z,
)
