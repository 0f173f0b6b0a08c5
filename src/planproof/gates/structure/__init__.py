"""Structure: can the plan be read, do its names lead somewhere, is its order one that can be run. And its waivers."""

from typing import Final

from planproof.gates.rule import Rule
from planproof.gates.structure.alias_of_goal_resource import AliasOfGoalResource
from planproof.gates.structure.ambiguous_name import AmbiguousName
from planproof.gates.structure.attachment_differs import AttachmentDiffers
from planproof.gates.structure.cycle import Cycle
from planproof.gates.structure.dangling_reference import DanglingReference
from planproof.gates.structure.duplicate_id import DuplicateId
from planproof.gates.structure.empty_plan import EmptyPlan
from planproof.gates.structure.expired_waiver import ExpiredWaiver
from planproof.gates.structure.interleaved_group import InterleavedGroup
from planproof.gates.structure.invalid_value import InvalidValue
from planproof.gates.structure.mended_value import MendedValue
from planproof.gates.structure.no_op_revision import NoOpRevision
from planproof.gates.structure.ordered_inside_group import OrderedInsideGroup
from planproof.gates.structure.other_goal import OtherGoal
from planproof.gates.structure.part_of_itself import PartOfItself
from planproof.gates.structure.refused_waiver import RefusedWaiver
from planproof.gates.structure.repeated_dependency import RepeatedDependency
from planproof.gates.structure.reserved_id import ReservedId
from planproof.gates.structure.self_dependency import SelfDependency
from planproof.gates.structure.soft_dependency_only import SoftDependencyOnly
from planproof.gates.structure.unknown_field import UnknownField
from planproof.gates.structure.unknown_waiver import UnknownWaiver
from planproof.gates.structure.unreadable_plan import UnreadablePlan
from planproof.gates.structure.unusable_branch import UnusableBranch
from planproof.gates.structure.unused_waiver import UnusedWaiver

RULES: Final[tuple[Rule, ...]] = (
    UnreadablePlan(),
    UnknownField(),
    MendedValue(),
    InvalidValue(),
    DuplicateId(),
    DanglingReference(),
    Cycle(),
    SelfDependency(),
    OrderedInsideGroup(),
    UnusableBranch(),
    EmptyPlan(),
    NoOpRevision(),
    RepeatedDependency(),
    OtherGoal(),
    AliasOfGoalResource(),
    AmbiguousName(),
    InterleavedGroup(),
    SoftDependencyOnly(),
    PartOfItself(),
    ReservedId(),
    ExpiredWaiver(),
    RefusedWaiver(),
    UnknownWaiver(),
    UnusedWaiver(),
    AttachmentDiffers(),
)
