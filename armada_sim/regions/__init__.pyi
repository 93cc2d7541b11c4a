from .claims import Claim as Claim, default_within as default_within, path_to_pose as path_to_pose
from .reach import Reach as Reach, reachable as reachable
from .threats import Threat as Threat, threat as threat, threat_stages as threat_stages
