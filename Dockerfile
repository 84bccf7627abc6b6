# The decision service. `docker build -t robots-exclusion .`, then for example
#   docker run --rm -p 127.0.0.1:9309:9309 --read-only --cap-drop ALL --memory 2g -v robots:/data robots-exclusion
# Two instances on one store: `docker compose -f deploy/compose.yaml up`.
#
# A tag moves, a digest does not. `docker buildx imagetools inspect node:22-bookworm-slim` prints the latest one:
#   docker build --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:… .
ARG NODE_IMAGE=node:22.23.3-bookworm-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392
FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm ci && npm prune --omit=dev && sh deploy/strip.sh

FROM ${NODE_IMAGE}
# The heap of the main thread; with two workers of 256 MiB and what is outside of heaps it stays below 2 GB.
ENV NODE_ENV=production NODE_OPTIONS=--max-old-space-size=768 ROBOTS_SERVE_WORKERS=2
# Inside a container every address is let in; which names it answers for is still checked.
ENV ROBOTS_SERVE_HOST=0.0.0.0 ROBOTS_STORE=lmdb:/data/store
WORKDIR /app
COPY --from=build --chown=root:root /src/package.json ./
COPY --from=build --chown=root:root /src/node_modules ./node_modules
COPY --from=build --chown=root:root /src/packages ./packages
COPY --from=build --chown=root:root /src/deploy/healthcheck.sh ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 9309
STOPSIGNAL SIGTERM
# By the shell alone: a second Node every 30 seconds would cost more than the service does when idle.
HEALTHCHECK --interval=30s --timeout=3s CMD ["bash", "/app/healthcheck.sh"]
ENTRYPOINT ["node", "packages/cli/bin/robots.js", "serve"]
