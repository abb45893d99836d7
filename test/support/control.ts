/** A client of the control plane: every answer is held against the form that its route promises. */
import { expect } from 'vitest'
import type { Sandbox } from '../../src/index'
import { checkValue } from '../../src/kernel/schema'
import { controlRoutes } from '../../src/pages/routes'

export interface ControlAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface ControlClient {
  get(path: string): Promise<ControlAnswer>
  post(path: string, body?: unknown): Promise<ControlAnswer>
  put(path: string, body?: unknown): Promise<ControlAnswer>
  patch(path: string, body?: unknown): Promise<ControlAnswer>
  delete(path: string): Promise<ControlAnswer>
}

const schemaOf = (method: string, path: string) => {
  const parts = path.split('/')
  const route = controlRoutes().find((candidate) => {
    const pattern = candidate.path.split('/')
    return (
      candidate.method === method.toLowerCase() &&
      pattern.length === parts.length &&
      pattern.every((part, i) => part === parts[i] || part.startsWith(':'))
    )
  })
  if (route === undefined)
    expect.fail(`${method} ${path} is no route of the control plane, yet it was answered`)
  return route.returns()
}

const refusal = expect.objectContaining({
  error: expect.objectContaining({ message: expect.stringMatching(/./) }),
})

/** Contract 6: the client learns which part of a bad body is wrong. */
const refusalWithIssues = {
  error: expect.objectContaining({
    message: expect.stringMatching(/./),
    issues: expect.arrayContaining([{ path: expect.any(String), message: expect.stringMatching(/./) }]),
  }),
}

/** Paths are given below /_sandbox. */
export const makeControl = ({ fetch, url }: Pick<Sandbox, 'fetch' | 'url'>): ControlClient => {
  const ask = async (method: string, path: string, given?: unknown): Promise<ControlAnswer> => {
    const body = given === undefined ? null : typeof given === 'string' ? given : JSON.stringify(given)
    const answer = await fetch(`${url}/_sandbox${path}`, {
      method,
      body,
      // A page may share its path with the operation whose data it shows.
      headers: {
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
    })
    const shown: Record<string, unknown> = await answer.json()
    const what = `${method} ${path} (${answer.status}) ${JSON.stringify(shown)}`
    if (answer.status === 422) expect(shown, what).toEqual(refusalWithIssues)
    else if (answer.status >= 400) expect(shown, what).toEqual(refusal)
    else {
      const schema = schemaOf(method, path.split('?')[0] ?? '')
      if (schema) expect(checkValue(schema, shown).error?.issues ?? [], what).toEqual([])
    }
    return { status: answer.status, body: shown }
  }
  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    patch: (path, body) => ask('PATCH', path, body),
    delete: (path) => ask('DELETE', path),
  }
}
