from .opening import Opening as Opening
from .search import CLOSED_AIM as CLOSED_AIM, Search as Search
