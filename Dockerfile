# The decision service. `docker build -t robots-exclusion .`, then for example
#   docker run --rm -p 127.0.0.1:9309:9309 --read-only --cap-drop ALL -v robots:/data robots-exclusion
FROM node:22-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm prune --omit=dev

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /src/package.json ./
COPY --from=build --chown=root:root /src/node_modules ./node_modules
COPY --from=build --chown=root:root /src/packages ./packages
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 9309
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:9309/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Inside a container every address is let in; which names it answers for is still checked.
ENTRYPOINT ["node", "packages/cli/bin/robots.js", "serve", "--host", "0.0.0.0"]
CMD ["--store", "lmdb:/data/store"]
