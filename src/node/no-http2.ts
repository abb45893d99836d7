/** What the build puts in the place of `node:http2`, which takes Node long to load: our servers speak HTTP/1.1. */
export class Http2ServerRequest {}
export const constants = {}
