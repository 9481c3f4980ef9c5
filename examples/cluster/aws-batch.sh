# Plays a plan in 64 parts as an AWS Batch array job, from a job definition whose image has flint and the AWS
# command line: the Dockerfile beside this file, with awscli installed as well. auto/64 takes the number of the
# part from AWS_BATCH_JOB_ARRAY_INDEX. One thread and one processor a part; one that fails is played again.
aws batch submit-job --job-name flint --job-queue "$QUEUE" --job-definition "$DEFINITION" \
  --array-properties size=64 --retry-strategy attempts=3 --container-overrides '{
    "resourceRequirements": [{"type": "VCPU", "value": "1"}, {"type": "MEMORY", "value": "1024"}],
    "command": ["sh", "-c", "cd /tmp && aws s3 cp s3://bucket/plan.lua . && flint simulate plan.lua --quiet --threads 1 --shard auto/64 -o part.json && aws s3 cp part.json s3://bucket/parts/$AWS_BATCH_JOB_ARRAY_INDEX.json"]}'
# Then: aws s3 cp --recursive s3://bucket/parts parts && flint simulate --merge parts/*.json
