"""What the operations of AWS do, by service; options that decide stand in `aws_special`.

The generic rules (`* describe-*`) hold for every service; what a service says itself goes before them.
Source: the service models of the AWS command line and their documentation.
"""

from __future__ import annotations

from typing import Final

from planproof.effects.tools.tool import Entry, does, table

GENERIC: Final[dict[str, Entry]] = table("""
    observe: * list-*, * get-*, * describe-*, * search-*, * search, * query, * scan, * select-*, * detect-*, * validate-*
    observe: * check-*, * lookup-*, * preview-*, * predict-*, * analyze-*, * evaluate-*, * count-*, * calculate-*
    observe: * discover-*, * estimate-*, * simulate-*, * test-*, * verify-*, * verify, * translate-*, * recognize-*
    observe: * batch-get-*, * batch-describe-*, * batch-check-*, * batch-is-*, * batch-detect-*, * head-*, * filter-*
    observe: * wait, * help, * poll-*, * is-*, * decode-*, * compare-*, * view-*, * lookup, * suggest-*, * sample-*
    observe: * retrieve*, * assume-*, * batch-list-*, * transact-get-*, * can-*, * classify-*, * generate-db-auth-token
    observe: * explain-*, * read-*, * browse-*, * download-*, * iterate-*, * summarize-*, * forecast, * query-*, * tail
    create reversible: * create-*, * register-*, * allocate-*, * copy-*, * import-*, * generate-*, * request-*, * run-*
    create reversible: * provision-*, * clone-*, * define-*, * publish-*, * prepare-*, * initiate-*, * batch-create-*
    create reversible: * upload-*, * export-*, * build-*, * new-*, * invite-*, * initialize-*
    create irreversible: * purchase-*
    modify reversible: * tag-*, * untag-*, * add-*, * associate-*, * disassociate-*, * attach-*, * detach-*, * enable-*
    modify reversible: * disable-*, * accept-*, * reject-*, * assign-*, * unassign-*, * dissociate-*, * activate-*
    modify reversible: * deactivate-*, * move-*, * lock-*, * unlock-*, * archive-*, * unarchive-*, * subscribe*
    modify reversible: * confirm-*, * approve-*, * decline-*, * complete-*, * close-*, * acknowledge-*, * mark-*
    modify reversible: * deprecate-*, * undeprecate-*, * join-*, * link-*, * unlink-*, * share-*, * grant-*, * revoke-*
    modify reversible: * authorize-*, * refresh-*, * rebuild-*, * sync-*, * record-*, * report-*, * respond-*, * signal-*
    modify reversible: * batch-associate-*, * batch-disassociate-*, * batch-enable-*, * batch-disable-*, * tag, * untag
    modify reversible: * claim-*, * resolve-*, * transfer-*, * install-*, * extend-*, * reserve-*, * save-*, * rollback-*
    modify compensable: * update-*, * modify-*, * put-*, * set-*, * reset-*, * apply-*, * change-*, * configure-*
    modify compensable: * replace-*, * upgrade-*, * merge-*, * remove-*, * batch-put-*, * batch-update-*, * increase-*
    modify compensable: * decrease-*, * admin-*, * post-*, * convert-*, * migrate-*, * renew-*, * unsubscribe
    modify compensable: * unregister-*, * withdraw-*, * abort-*, * write-*, * submit-*, * split-*, * ingest-*, * deploy-*
    shift reversible: * start-*, * stop-*, * reboot-*, * restart-*, * resume-*, * pause-*, * suspend-*, * failover-*
    shift reversible: * switchover-*, * drain-*
    shift compensable: * cancel-*, * promote-*, * disconnect-*, * terminate-session, * skip-*, * abandon-*, * stop-job*
    rotate reversible: * rotate-*
    destroy irreversible: * delete-*, * terminate-*, * purge-*, * flush-*, * destroy-*, * batch-delete-*, * erase-*
    destroy irreversible: * release-*, * redact-*, * deprovision-*, * forget-*, * discard-*, * clear-*
    destroy compensable: * deregister-*, * batch-remove-*, * leave-*
    notify compensable: * notify-*, * publish, * send-email, * send-bulk-email, * send-text-message, * send-alert*
""")

_DEFINITIONS: Final = (
    "*policy *policies *role *group *user *rule *rules *alarms *dashboard* *listener target-group load-balancer* launch-*"
    " *subnet* vpc* *gateway* *route *route-table *-acl* *profile* *nodegroup service *service-linked-role *task-definition*"
    " *function* *layer-version* *mapping* change-set *health-check *certificate-authority *key-pair *access-key* *subscription"
    " *-filter *mount-target *access-point* *parameter-group *subnet-group *option-group *proxy* *-selection *plan *distribution"
    " *rest-api *stage *deployment* *authorizer *integration* *method* *resource *model *schedule* *pipeline *project *webhook*"
    " *trigger *crawler *connection* *endpoint* *template* *attachment* *association* *configuration* *bucket *alias* *domain-name"
    " *target* *network-interface *network-acl* *peering* *permission* *provider* *application *environment* *fleet* *job-definition"
    " *job-queue *workgroup *named-query *image *tags *api *client *ipam* *prefix-list* *flow-logs *dhcp-options *capacity-provider"
    " *web-acl *ip-set *regex-pattern-set *firewall* *event-bus *rule-group* *trail *detector *recorder *filter *insight* *analyzer"
    " *resolver* *query-logging* *traffic-* *account-alias *login-profile *mfa-device *signing-* *ssh-public-key *monitor* *budget*"
    " *state-machine *activity *namespace *instance-profile *lifecycle-hook *scaling-* *scheduled-action* *placement-group *addon"
    " *pod-identity* *access-entry *fargate-profile *task-set *cache-cluster-security* *contact* *maintenance-window* *document"
    " *resource-data-sync *association *public-access-block *bucket-* *encryption *cors *website *lifecycle *notification*"
).split()
"""Ends of names of what holds no data of its own: `delete-…` of one of them can be defined again."""

DEFINITIONS: Final[dict[str, Entry]] = {
    f"* delete-{noun}": does("destroy", "compensable") for noun in dict.fromkeys(_DEFINITIONS)
}

SERVICES: Final[dict[str, Entry]] = table("""
    observe: configure list, configure get, configure list-profiles, configure export-credentials, history list, history show
    observe: s3 ls, s3 presign, s3api select-object-content, ecr get-login-password, ecr-public get-login-password
    observe: iam generate-credential-report, iam generate-service-last-accessed-details, iam get-context-keys-for-custom-policy
    observe: iam generate-organizations-access-report, kms decrypt, kms encrypt, kms generate-data-key, kms generate-mac
    observe: kms generate-random, kms generate-data-key-without-plaintext, kms generate-data-key-pair, kms re-encrypt, kms sign
    observe: kms generate-data-key-pair-without-plaintext, kms derive-shared-secret, logs start-query, logs stop-query
    observe: logs start-live-tail, logs test-metric-filter, cloudtrail start-query, cloudtrail cancel-query
    observe: cloudtrail validate-logs, athena stop-query-execution, cloudformation detect-stack-drift
    observe: cloudformation detect-stack-resource-drift, cloudformation estimate-template-cost, dynamodb query, dynamodb scan
    observe: secretsmanager get-random-password, ssm start-session, ssm terminate-session, sts decode-authorization-message
    observe: deploy get-deployment, ce get-cost-and-usage, ec2 export-client-vpn-client-configuration, ssm resume-session
    create reversible: s3 mb, s3api create-multipart-upload, sts get-session-token, configure sso, configure sso-session
    create reversible: ec2 run-instances, ec2 request-spot-instances, cloudformation package, cloudformation create-change-set
    create reversible: codeartifact login, sso login, ecs register-task-definition, lambda publish-version, iam upload-*
    create reversible: iam create-*, glue start-crawler, ec2 bundle-instance, s3api get-object-torrent, s3api upload-part
    create reversible: route53 create-*, logs create-*, s3api upload-part-copy, s3api complete-multipart-upload, deploy push
    create reversible: rds download-db-log-file-portion
    create irreversible: organizations create-account, organizations create-gov-cloud-account, route53domains register-domain
    modify reversible: configure set, configure import, configure add-model, sso logout, eks update-kubeconfig, ec2 create-tags
    modify reversible: ec2 delete-tags, ec2 attach-*, ec2 detach-*, ec2 modify-instance-attribute, ec2 monitor-instances
    modify reversible: ec2 unmonitor-instances, ec2 modify-instance-metadata-options, ec2 modify-vpc-attribute
    modify reversible: ec2 modify-subnet-attribute, kms cancel-key-deletion, kms disable-key, kms enable-key, kms create-alias
    modify reversible: kms update-alias, lambda update-alias, lambda add-permission, lambda remove-permission
    modify reversible: lambda delete-function-concurrency, ecs deregister-task-definition, ecs put-account-setting
    modify reversible: s3api put-bucket-versioning, s3api put-bucket-accelerate-configuration, s3api put-bucket-request-payment
    modify reversible: s3api put-bucket-tagging, s3api put-object-tagging, s3api delete-object-tagging
    modify reversible: s3api delete-bucket-tagging, sqs receive-message, sqs change-message-visibility
    modify reversible: sqs change-message-visibility-batch, rds remove-tags-from-resource, rds add-tags-to-resource
    modify reversible: iam add-*, iam attach-*, iam detach-*, iam remove-user-from-group, iam remove-role-from-instance-profile
    shift reversible: ec2 advertise-byoip-cidr
    destroy irreversible: rds backtrack-db-cluster
    modify compensable: iam acquire-role, iam send-delegation-token
    modify reversible: ec2 batch-modify-ipam-routing-policy-registrations, iam resync-mfa-device
    modify reversible: iam delete-role-permissions-boundary, iam create-policy-version, iam set-default-policy-version
    modify reversible: autoscaling attach-*, autoscaling detach-*, autoscaling enter-standby, autoscaling exit-standby
    modify reversible: cloudwatch enable-alarm-actions, cloudwatch disable-alarm-actions, cloudwatch set-alarm-state
    modify reversible: cloudformation update-termination-protection, cloudformation cancel-update-stack
    modify reversible: dynamodb tag-resource, dynamodb update-continuous-backups, dynamodb update-time-to-live
    modify reversible: codepipeline disable-stage-transition, codepipeline enable-stage-transition, ssm label-parameter-version
    modify reversible: cloudtrail start-logging, cloudtrail stop-logging, ssm cancel-command, organizations move-account
    modify reversible: s3api put-bucket-acl, s3api put-object-acl, s3api put-public-access-block, s3api delete-public-access-block
    modify compensable: s3 website, autoscaling update-auto-scaling-group, cloudformation update-stack
    modify compensable: cloudformation continue-update-rollback, iam delete-user-policy, iam delete-role-policy
    modify compensable: iam delete-group-policy, s3api delete-bucket-policy, s3api delete-bucket-lifecycle, s3api delete-bucket-cors
    modify compensable: s3api delete-bucket-encryption, s3api delete-bucket-replication, sqs send-message, sqs send-message-batch
    modify compensable: kinesis put-record, kinesis put-records, events put-events, sns set-*, ecr start-image-scan
    modify compensable: codedeploy create-deployment, deploy create-deployment, cloudfront create-invalidation
    modify irreversible: dynamodb put-item, dynamodb update-item, s3api put-object, s3api copy-object, s3api rename-object
    modify irreversible: eks update-cluster-version, opensearch upgrade-domain, es upgrade-elasticsearch-domain
    modify irreversible: secretsmanager update-secret-version-stage, ssm put-inventory
    shift reversible: autoscaling set-desired-capacity, autoscaling suspend-processes, autoscaling resume-processes
    shift reversible: autoscaling start-instance-refresh, elbv2 deregister-targets, elbv2 register-targets, route53 *-traffic-*
    shift reversible: elb deregister-instances-from-load-balancer, elb register-instances-with-load-balancer
    shift reversible: lambda put-function-concurrency, ecs update-service-primary-task-set, rds start-*, rds stop-*, rds reboot-*
    shift reversible: ec2 start-instances, ec2 stop-instances, ec2 reboot-instances, application-autoscaling register-scalable-target
    shift reversible: elasticache test-failover, elasticache reboot-cache-cluster, elasticache test-migration, dms start-*, dms stop-*
    shift reversible: ec2 associate-address, ec2 disassociate-address, ssm stop-automation-execution, rds failover-db-cluster
    shift compensable: ecs stop-task, rds promote-read-replica, rds promote-read-replica-db-cluster, rds failover-global-cluster
    shift compensable: rds switchover-blue-green-deployment, batch terminate-job, autoscaling terminate-instance-in-auto-scaling-group
    shift compensable: ec2 send-diagnostic-interrupt, stepfunctions stop-execution, glue batch-stop-job-run, rds remove-from-global-cluster
    rotate reversible: secretsmanager put-secret-value, secretsmanager rotate-secret, kms rotate-key-on-demand
    rotate compensable: iam update-login-profile, iam change-password, iam reset-service-specific-credential
    rotate compensable: cognito-idp admin-set-user-password, cognito-idp admin-reset-user-password, iam update-access-key
    rotate compensable: redshift modify-cluster-*-password
    destroy reversible: kms schedule-key-deletion
    destroy compensable: ec2 deregister-image, ec2 delete-key-pair, ecs delete-cluster, ecr batch-delete-image, sns unsubscribe
    destroy compensable: autoscaling delete-auto-scaling-group, dynamodb delete-resource-policy, iam delete-*, s3api abort-multipart-upload
    destroy compensable: ssm deregister-*, cloudformation delete-change-set, cloudformation delete-stack-instances, route53 delete-hosted-zone
    destroy compensable: lambda delete-*, apigateway delete-*, apigatewayv2 delete-*, elb delete-*, elbv2 delete-*, wafv2 delete-*
    destroy compensable: codebuild delete-*, codepipeline delete-*, events delete-*, scheduler delete-*, cloudwatch delete-*
    destroy compensable: eks delete-nodegroup, cloudfront delete-*, appmesh delete-*, route53resolver delete-*, sso-admin delete-*
    destroy irreversible: cloudformation delete-stack, cloudformation delete-stack-set, eks delete-cluster, ec2 terminate-instances
    destroy irreversible: cognito-idp delete-*, organizations close-account, s3 rm, sns delete-topic, ecr delete-repository
    destroy irreversible: s3api delete-object, s3api delete-objects, logs delete-log-*, ssm delete-parameter*, backup delete-backup-vault
    destroy irreversible: backup delete-recovery-point, dynamodb delete-*, sqs delete-*, kinesis delete-stream, kms delete-*
    destroy irreversible: ec2 delete-volume, ec2 delete-snapshot, efs delete-file-system, fsx delete-*, acm delete-certificate
    destroy irreversible: cloudtrail delete-event-data-store, xray delete-*, glue delete-table, glue delete-database, timestream-write delete-*
    destroy irreversible: rds delete-db-instance, rds delete-db-cluster, rds delete-db-snapshot, rds delete-db-cluster-snapshot
    destroy irreversible: rds delete-db-instance-automated-backup, rds delete-db-cluster-automated-backup, qldb delete-ledger
    destroy irreversible: cloudcontrol delete-resource, redshift-serverless delete-namespace, s3tables delete-*, workdocs delete-*
    destroy irreversible: workmail delete-*, cloud9 delete-*, mwaa delete-environment, finspace delete-*, sagemaker delete-feature-group
    destroy irreversible: sagemaker delete-user-profile, sagemaker delete-space, elasticbeanstalk delete-application
    destroy irreversible: elasticbeanstalk rebuild-environment, workspaces rebuild-workspaces, workspaces restore-workspace
    destroy irreversible: cognito-idp admin-delete-*, lightsail delete-bucket, elasticache delete-global-replication-group
    modify unknown: s3api put-bucket-lifecycle, s3api put-bucket-lifecycle-configuration
    modify unknown: apigateway test-invoke-method, apigateway test-invoke-authorizer, stepfunctions test-state
    observe: cognito-idp admin-get-*, cognito-idp admin-list-*
    destroy irreversible: codecommit delete-*, workspaces terminate-workspaces, ds delete-directory, docdb delete-*, neptune delete-*
""")
