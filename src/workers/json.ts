import { uuid } from '../kernel/digest'

/** An answer of the worker itself, with the headers that the answers of a sandbox have. */
export const answerJson = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(body, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache, no-store',
      'x-request-id': uuid(),
      ...headers,
    },
  })

/** A refusal in the form of the control plane. */
export const refuse = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response => answerJson(status, { error: { message } }, headers)
