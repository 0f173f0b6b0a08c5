"""aws: the command line of Amazon Web Services.

What an operation does stands in `aws_services` (tables) and `aws_special` (options decide); here, what it opens or
switches off beside that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planproof.effects.act import Act, Hazard
from planproof.effects.tools.aws_services import DEFINITIONS, GENERIC, SERVICES
from planproof.effects.tools.aws_special import SPECIAL
from planproof.effects.tools.aws_words import GLOBAL_VALUED, Options, targets_of
from planproof.effects.tools.call import Args, Call, behind
from planproof.effects.tools.tool import Shell, Tool, does

_HAZARDS: Final[tuple[tuple[str, str, Hazard], ...]] = (
    # operation, what its options must hold, hazard
    (r"iam attach-(user|role|group)-policy|iam add-user-to-group|iam create-login-profile", "", "widens_access"),
    (r"iam (update-assume-role-policy|create-policy-version|set-default-policy-version)", "", "widens_access"),
    (r"(lambda|sns|sqs|events) add-(layer-version-)?permission|events put-permission|kms (create-grant|put-key-policy)", "", "widens_access"),
    (r"(ecr|ecr-public) set-repository-policy|secretsmanager put-resource-policy|s3api put-bucket-policy", "", "widens_access"),
    (r"s3api put-(bucket|object)-acl|s3api put-object|s3api copy-object", r"--acl public|AllUsers|AuthenticatedUsers", "widens_access"),
    (r"s3(api|control) delete-public-access-block", "", "widens_access"),
    (r"s3(api|control) put-public-access-block", r"(?i)=false|: ?false", "widens_access"),
    (r"ec2 authorize-security-group-\w+", r"0\.0\.0\.0/0|::/0|IpProtocol=-1|--protocol (-1|all)", "widens_access"),
    (r"ec2 modify-(snapshot|image)-attribute|rds modify-db-(cluster-)?snapshot-attribute", r"\ball\b", "discloses"),
    (r"rds (modify|create)-db-instance|redshift (modify|create)-cluster", r"--publicly-accessible", "widens_access"),
    (r"eks update-cluster-config", r"endpointPublicAccess=true", "widens_access"),
    (r"eks (create-access-entry|associate-access-policy)|identitystore create-group-membership", "", "widens_access"),
    (r"ram (create-resource-share|associate-resource-share)|sso-admin (attach|put)-.*|sso-admin create-account-assignment", "", "widens_access"),
    (r"cloudtrail (stop-logging|delete-trail|put-event-selectors)", "", "weakens_guard"),
    (r"configservice (stop-configuration-recorder|delete-.*)|config delete-.*|guardduty (delete|disassociate|stop)-.*", "", "weakens_guard"),
    (r"guardduty update-detector", r"--no-enable", "weakens_guard"),
    (r"securityhub (disable|delete|batch-disable)-.*|macie2 disable-.*|inspector2 disable.*|accessanalyzer delete-analyzer", "", "weakens_guard"),
    (r"(rds|docdb|neptune) modify-db-(instance|cluster)", r"--no-deletion-protection|--backup-retention-period 0\b", "weakens_guard"),
    (r"ec2 modify-instance-attribute", r"--no-disable-api-termination|--disable-api-termination (Value=)?false", "weakens_guard"),
    (r"s3api put-bucket-versioning", r"Status=Suspended|\"Suspended\"|MFADelete=Disabled", "weakens_guard"),
    (r"s3api delete-bucket-(encryption|policy|replication|ownership-controls)|s3api put-bucket-logging", "", "weakens_guard"),
    (r"s3api (delete-object|put-object-retention)s?", r"--bypass-governance-retention", "weakens_guard"),
    (r"kms (disable-key-rotation|disable-key|schedule-key-deletion)", "", "weakens_guard"),
    (r"cloudwatch (disable-alarm-actions|delete-alarms|delete-anomaly-detector)", "", "weakens_guard"),
    (r"dynamodb update-continuous-backups", r"(?i)PointInTimeRecoveryEnabled[=\": ]+false", "weakens_guard"),
    (r"dynamodb update-table", r"--no-deletion-protection-enabled", "weakens_guard"),
    (r"cloudformation update-termination-protection", r"--no-enable-termination-protection", "weakens_guard"),
    (r"elbv2 modify-load-balancer-attributes", r"deletion_protection\.enabled[=,]?(Value=)?false", "weakens_guard"),
    (r"ec2 delete-flow-logs|logs delete-(retention-policy|subscription-filter|metric-filter)|backup delete-backup-(plan|selection)", "", "weakens_guard"),
    (r"backup (delete-backup-vault-(lock-configuration|access-policy)|disassociate-.*)", "", "weakens_guard"),
    (r"iam (deactivate-mfa-device|delete-virtual-mfa-device|delete-account-password-policy|delete-(role|user)-permissions-boundary)", "", "weakens_guard"),
    (r"(wafv2|waf|waf-regional) (disassociate-web-acl|delete-.*)|shield delete-.*|network-firewall disassociate-.*", "", "weakens_guard"),
    (r"organizations (detach-policy|disable-.*|leave-organization)", "", "weakens_guard"),
    (r"(cognito-idp|lambda|ecs|codebuild|ssm|secretsmanager) .*", r"--no-enforce|--bypass-policy-lockout", "weakens_guard"),
)  # fmt: skip
_COMPILED: Final = tuple((re.compile(op), re.compile(text), hazard) for op, text, hazard in _HAZARDS)


@dataclass(frozen=True)
class _Aws(Tool):
    """aws, with what its operations open or switch off."""

    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None:
        if _asks_help(call.args):
            return super().read(call._replace(args=("help",)), shell)
        acts = super().read(call, shell)
        if acts is None:
            return None
        options = Options(call)
        operation = " ".join(Args(call.args, GLOBAL_VALUED).operands[:2])
        text = options.text()
        found = tuple(hazard for op, needs, hazard in _COMPILED if op.fullmatch(operation) and needs.search(text))
        changing = any(act.kind not in ("observe", "unknown") for act in acts)
        if options.has("--no-verify-ssl") and changing:
            found = (*found, "weakens_guard")
        if not found or not changing:
            return acts
        return [act._replace(hazards=tuple(dict.fromkeys((*act.hazards, *found)))) for act in acts]


def _asks_help(args: Sequence[str]) -> bool:
    """Whether `help` stands in the place of a service, an operation or behind them, not as the value of an option."""
    words = behind(args, GLOBAL_VALUED)[:3]
    first = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
    return "help" in words[:first]


TOOLS: Final = (
    _Aws(
        ("aws",), {**GENERIC, **DEFINITIONS, **SERVICES, **SPECIAL}, valued=GLOBAL_VALUED,
        dry=frozenset({"--dry-run", "--dryrun", "--generate-cli-skeleton"}), refs=targets_of, bare=does("observe"),
        abbreviated=("--delete", "--recursive", "--force"),
    ),
)  # fmt: skip
