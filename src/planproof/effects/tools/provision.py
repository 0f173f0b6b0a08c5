"""What makes infrastructure from descriptions: Pulumi, Packer, Vagrant, the CDK, Serverless, SAM, Crossplane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.refs import operands, plain, refs
from planproof.effects.tools.tool import By, Find, Shell, Tool, does, table


def _stack(*options: str) -> Find:
    """The stack that an option names, else that of the directory."""

    def find(args: Args, _call: Call) -> tuple[Ref, ...]:
        return (Ref("stack", plain(args.value(*options)) or "."),)

    return find


_PULUMI_STACK: Final = _stack("-s", "--stack")
_SHOWS: Final = does("observe", refs=_PULUMI_STACK)


def _pulumi_rm(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Refuses a stack that holds anything, unless forced."""
    undo = "irreversible" if args.has("-f", "--force") else "compensable"
    return [
        does("destroy", undo).act(
            call, refs("stack", args.operands[2:3], call) or _PULUMI_STACK(args, call), "pulumi stack rm"
        )
    ]


_PULUMI: Final = Tool(
    ("pulumi",),
    {
        **table("""
observe: about, about env, console, convert-trace, config, config get, config env ls, env get, env ls, env open
observe: gen-completion
observe: logs, package get-schema, package info, plugin ls, policy ls, policy validate-config, preview, pre, query
observe: schema check
observe: stack, stack graph, stack history, stack ls, stack output, stack tag get, stack tag ls, version
observe: whoami, ai, org, org get-default, org search, env diff, env version, env tag ls, help, deployment settings pull
create reversible: convert, new, import, stack init, plugin install, install, policy new, env init, env clone
create reversible: package add
create reversible: package gen-sdk, env tag, env version tag
create compensable: policy publish, package publish, deployment run
modify reversible: config cp, config refresh, config set, config set-all, config env init, config env add, login, logout
modify reversible: stack select, stack rename, stack tag set, stack unselect, org set-default, env set, env edit
modify reversible: env rotate
modify compensable: config rm, config rm-all, config env rm, policy enable, state rename, state upgrade, state repair
modify compensable: stack tag rm, env rm-member, state move, deployment settings push
modify irreversible: stack import
modify unknown: update, watch, env run
rotate compensable: stack change-secrets-provider
shift compensable: cancel
destroy compensable: plugin rm, policy rm, env tag rm, env version retract
destroy irreversible: env rm
"""),
        "refresh": does("modify", "compensable", refs=_PULUMI_STACK),
        "up": does("modify", "unknown", refs=_PULUMI_STACK),
        "destroy": does("destroy", "irreversible", refs=_PULUMI_STACK),
        "down": does("destroy", "irreversible", refs=_PULUMI_STACK),
        "dn": does("destroy", "irreversible", refs=_PULUMI_STACK),
        "stack rm": _pulumi_rm,
        "stack export": does("observe", refs=_PULUMI_STACK),
        "state delete": does("modify", "compensable", refs=operands("resource", 2)),
        "state protect": does("modify", "reversible", refs=operands("resource", 2)),
        "state unprotect": does("modify", "reversible", "weakens_guard", refs=operands("resource", 2)),
        "policy disable": does("modify", "reversible", "weakens_guard"),
    },
    frozenset(
        "-s --stack -C --cwd -m --message -c --config -t --target -r --replace -p --parallel --color --file"
        " --config-file --secrets-provider --policy-pack -v".split()
    ),
    {"destroy": frozenset("-s --stack -C --cwd -m --message -c -t --target -p -x".split())},
    frozenset({"--preview-only", "-h"}),
    refs=_PULUMI_STACK,
    bare=does("observe"),
)

_PACKER: Final = Tool(
    ("packer",),
    {
        **table("""
observe: console, inspect, validate, version, plugins installed, plugins required, help
create reversible: init, plugins install
modify reversible: fix, hcl2_upgrade
destroy compensable: plugins remove
"""),
        "build": By(
            does("create", "reversible", refs=operands("template", 1)),
            {"-force": does("destroy", "compensable", refs=operands("template", 1))},
        ),
        "fmt": By(does("modify", "reversible"), {"-check -write=false": does("observe")}),
    },
    frozenset("-var -var-file -only -except -on-error -parallel-builds".split()),
    dry=frozenset({"-help", "-h", "-v", "-machine-readable-help"}),
    long=True,
    bare=does("observe"),
)


def _vagrant_ssh(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    text = args.value("-c", "--command")
    name = "".join(args.operands[1:2]) or "default"
    return shell.script(text, within=plain(name)) if text else [unknown(shown(call.text))]


_MACHINES: Final = operands("machine", 1)
_VAGRANT: Final = Tool(
    ("vagrant",),
    {
        **table("""
observe: box list, box outdated, cloud search, cloud auth whoami, global-status, list-commands, plugin list, port
observe: snapshot list
observe: ssh-config, validate, version, winrm-config, autocomplete, serve, cap, help, rdp
create reversible: box add, box repackage, init, package, plugin install, snapshot push, autocomplete install
create compensable: cloud publish, cloud box create, cloud version create, push
modify reversible: plugin update, login, cloud auth login, cloud auth logout, upload, plugin repair, rsync, rsync-auto
modify compensable: box update, plugin license
destroy compensable: box remove, box prune, plugin uninstall, plugin expunge
destroy irreversible: snapshot delete, cloud box delete, cloud version delete
"""),
        "status": does("observe", refs=_MACHINES),
        "up": By(
            does("create", "reversible", refs=_MACHINES), {"--provision": does("modify", "unknown", refs=_MACHINES)}
        ),
        "halt": By(
            does("shift", "reversible", refs=_MACHINES), {"-f --force": does("shift", "compensable", refs=_MACHINES)}
        ),
        "reload": By(
            does("shift", "reversible", refs=_MACHINES), {"--provision": does("modify", "unknown", refs=_MACHINES)}
        ),
        "suspend": does("shift", "reversible", inverse="vagrant resume", refs=_MACHINES),
        "resume": does("shift", "reversible", inverse="vagrant suspend", refs=_MACHINES),
        "provision": does("modify", "unknown", refs=_MACHINES),
        "destroy": does("destroy", "irreversible", refs=_MACHINES),
        # The machine goes back to the snapshot; what was written since is lost.
        "snapshot restore": does("modify", "irreversible", restores=True, refs=operands("machine", 2, 1)),
        "snapshot pop": does("modify", "irreversible", restores=True, refs=operands("machine", 2, 1)),
        "snapshot save": does("create", "reversible", produces=True, refs=operands("snapshot", 2)),
        "ssh": _vagrant_ssh,
        "winrm": _vagrant_ssh,
    },
    frozenset("-c --command --provider --provision-with --box-version --name -s --shell".split()),
    dry=frozenset({"-h"}),
    bare=does("observe"),
)

_STACKS: Final = operands("stack", 1)
_CDK: Final = Tool(
    ("cdk", "cdktf"),
    {
        **table("""
observe: context, diff, doctor, docs, doc, list, ls, metadata, notices, synth, synthesize, acknowledge, ack, drift
observe: debug
observe: output, provider list, flags, cli-telemetry, help
create reversible: init, import, migrate, get, convert, provider add
modify compensable: bootstrap, refactor, provider upgrade
modify unknown: apply
destroy compensable: gc
"""),
        "deploy": does("modify", "unknown", refs=_STACKS),
        "watch": does("modify", "unknown", refs=_STACKS),
        "rollback": does("modify", "compensable", refs=_STACKS),
        "destroy": does("destroy", "irreversible", refs=_STACKS),
        "context": By(does("observe"), {"--clear --reset": does("destroy", "compensable")}),
    },
    frozenset(
        "-a --app -c --context --profile --require-approval --parameters -r --role-arn -o --output --outputs-"
        " file -t --tags --toolkit-stack-name --concurrency --method".split()
    ),
    dry=frozenset({"-h", "--dry-run", "--method=prepare-change-set"}),
    bare=does("observe"),
)

_SLS_STAGE: Final = _stack("-s", "--stage")
_SERVERLESS: Final = Tool(
    ("serverless", "sls"),
    {
        **table("""
observe: deploy list, deploy list functions, diagnostics, doctor, info, logs, metrics, print, usage, help, invoke local
observe: plugin list, plugin search, offline, config tabcompletion
create reversible: create, install, package, plugin install, generate-event, compose
modify reversible: config, config credentials, login, logout, plugin uninstall
modify compensable: test
modify unknown: invoke, dev
destroy compensable: prune
"""),
        "deploy": does("modify", "compensable", refs=_SLS_STAGE),
        "deploy function": does("modify", "compensable", refs=_stack("-f", "--function")),
        "rollback": does("modify", "reversible", restores=True, refs=_SLS_STAGE),
        "rollback function": does("modify", "reversible", restores=True, refs=_stack("-f", "--function")),
        "remove": does("destroy", "irreversible", refs=_SLS_STAGE),
    },
    frozenset("-s --stage -r --region -f --function -t --timestamp --aws-profile -c -d".split()),
    dry=frozenset({"-h"}),
    bare=does("observe"),
)
_SAM_STACK: Final = _stack("--stack-name")
_SAM: Final = Tool(
    ("sam",),
    {
        **table("""
observe: docs, list, list endpoints, list resources, list stack-outputs, local generate-event, local invoke, logs
observe: traces
observe: local start-api, local start-lambda, validate, help, remote test-event get, remote test-event list
observe: local callback, local execution, remote execution
create reversible: build, init, package, pipeline init, pipeline bootstrap, remote test-event put
create compensable: publish
modify unknown: remote invoke, remote callback
destroy compensable: remote test-event delete
"""),
        "deploy": By(
            does("modify", "compensable", refs=_SAM_STACK),
            {"--no-execute-changeset": does("create", "reversible", refs=_SAM_STACK)},
        ),
        "sync": does("modify", "compensable", refs=_SAM_STACK),
        "delete": does("destroy", "irreversible", refs=_SAM_STACK),
    },
    frozenset(
        "--stack-name -t --template --template-file --region --profile --s3-bucket -n --parameter-overrides"
        " --config-env --config-file --tags -e --event -u -b".split()
    ),
    dry=frozenset({"-h"}),
    bare=does("observe"),
)
_CROSSPLANE: Final = Tool(
    ("crossplane",),
    {
        **table("""
observe: beta trace, beta top, beta validate, beta convert, render, version, help, beta render, completions
create reversible: xpkg build, xpkg init, xpkg install, xpkg extract, beta xpkg init
create compensable: xpkg push
modify compensable: xpkg update, xpkg login, xpkg logout
"""),
    },
    frozenset({"-f", "-o", "-n", "--namespace"}),
    dry=frozenset({"-h"}),
    bare=does("observe"),
)

TOOLS: Final = (_PULUMI, _PACKER, _VAGRANT, _CDK, _SERVERLESS, _SAM, _CROSSPLANE)
