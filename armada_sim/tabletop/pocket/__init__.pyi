from .building import Built as Built, build as build
from .offline import sealed as sealed, shell_words as shell_words
from .packing import Contents as Contents
from .runtime import Runtime as Runtime, from_folder as from_folder, from_registries as from_registries
