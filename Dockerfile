# The app in a container: docs/deploy.md says how to run it. Not with Node 24, whose compiler takes 600 MB for the parser of
# the embedded database at each start (of 22 and 26 it is 25).
FROM node:26-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:26-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# A volume that is made for /data takes over whom the folder belongs to.
RUN mkdir /data && chown node:node /data
# What Next gathers for a server, and what it leaves out: the embedded database, which runs in a thread of its own.
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/node_modules/@electric-sql/pglite ./node_modules/@electric-sql/pglite
COPY --from=build /app/lib/service/database/pglite-worker.mjs ./lib/service/database/pglite-worker.mjs
COPY --from=build /app/public ./public
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# What "npm start" runs, without npm, which would stay in memory. Node replaces the shell, so signals reach it.
CMD ["sh", "-c", "eval \"$(node -p 'require(`./package.json`).scripts.start')\""]
