/** What a refusal must look like: status, code, text and location come from the one catalogue. */
import { expect } from 'vitest'
import { catalogue, type ErrorName } from '../../src/kernel/errors'
import { type Answer, print } from './client'

interface ErrorDetails {
  /** Instead of the catalogue's own text. */
  readonly message?: string | RegExp
  readonly location?: string
  readonly charge_id?: string
  readonly customer_id?: string
  /** The fields named in `validation_errors`, in order. */
  readonly fields?: readonly string[]
}

/** Fails with the body printed unless the answer is this error of src/kernel/errors.ts. */
export const expectError = (
  answer: Pick<Answer<unknown>, 'status' | 'body'>,
  name: ErrorName,
  details: ErrorDetails = {},
): void => {
  const { status, code, message } = catalogue[name]
  const body = `${answer.status} ${print(answer.body)}`
  expect(answer.status, body).toBe(status)
  const given = answer.body
  expect(given, body).toMatchObject({
    object: 'error',
    code,
    message:
      details.message instanceof RegExp
        ? expect.stringMatching(details.message)
        : (details.message ?? message),
    location: details.location ?? expect.stringMatching(new RegExp(`/_sandbox/docs/errors/${code}$`)),
    ...(details.charge_id === undefined ? {} : { charge_id: details.charge_id }),
    ...(details.customer_id === undefined ? {} : { customer_id: details.customer_id }),
    ...(details.fields === undefined
      ? {}
      : { validation_errors: details.fields.map((field) => expect.objectContaining({ field })) }),
  })
}

/** Fails with the body printed unless the answer is a success; gives its body. */
export const expectSuccess = <T>(answer: Answer<T>): T => {
  expect(answer.status, print(answer.body)).toBe(200)
  return answer.body
}
