# A worker with the wasm sandbox, which needs no rights of its own.
FROM node:22-bookworm-slim
RUN npm install --global mutagree
USER node
