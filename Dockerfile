# One image for every process and command of production: web (the default), worker, migrate, operator, tenant, …
FROM node:24-slim AS build
WORKDIR /lunas
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node app/bootstrap.mjs build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production APP_ENV=production HOST=0.0.0.0 DATA_DIR=/data
RUN install -d -o node -g node /data
COPY --from=build /lunas /lunas
WORKDIR /lunas
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=20s --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "run", "web"]
