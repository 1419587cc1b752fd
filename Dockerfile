# The server with any of its roles: docker run IMAGE api. Compose starts one container for each (compose.yaml).
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/api/package.json packages/api/
COPY packages/contracts/package.json packages/contracts/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/flow/package.json packages/flow/
COPY packages/rules/package.json packages/rules/
COPY packages/score/package.json packages/score/
COPY packages/values/package.json packages/values/
COPY apps/deploy/package.json apps/deploy/
COPY apps/lab/package.json apps/lab/
COPY apps/server/package.json apps/server/
COPY apps/verify/package.json apps/verify/
COPY apps/web/package.json apps/web/
COPY apps/world/package.json apps/world/
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --workspace apps/server

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app ./
COPY packages packages
COPY apps/server apps/server
# The user of the base image with id 1000. Nothing in /app belongs to it, and the server writes no file.
USER node
EXPOSE 3001 9464
ENTRYPOINT ["node", "apps/server/src/main.ts"]
CMD ["api"]
