# Plays a plan in 64 parts as an AWS Batch array job, from a job definition whose image has flint and
# the AWS command line. auto/64 takes the number of the part from AWS_BATCH_JOB_ARRAY_INDEX.
aws batch submit-job --job-name flint --job-queue "$QUEUE" --job-definition "$DEFINITION" \
  --array-properties size=64 --container-overrides '{"command": ["sh", "-c",
    "aws s3 cp s3://bucket/plan.lua . && flint simulate plan.lua --quiet --shard auto/64 -o part.json && aws s3 cp part.json s3://bucket/parts/$AWS_BATCH_JOB_ARRAY_INDEX.json"]}'
# Then: aws s3 cp --recursive s3://bucket/parts parts && flint merge-shards parts/*.json
