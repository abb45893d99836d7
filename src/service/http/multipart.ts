import { toBase64 } from '../../kernel/base64'
import { fail, failInvalid } from '../../kernel/errors'
import { limits } from '../../kernel/limits'
import { UploadedFile } from '../../kernel/upload'
import { type Parameters, tooLarge } from './body'
import { addField, emptyObject } from './form'

/** Whether a body is multipart/form-data, which has files and the parameters of any other form. */
export const isMultipart = (contentType: string): boolean => /^\s*multipart\/form-data\b/i.test(contentType)

/** The largest multipart body, in bytes. */
export const multipartBytesMax = (takesFiles: boolean): number =>
  takesFiles ? limits.uploadBytesMax + limits.uploadEnvelopeBytesMax : limits.bodyBytesMax

/** @throws ApiError for an invalid form, for too many parameters, and for a file when the operation takes none */
export const decodeMultipart = async (
  bytes: Uint8Array,
  contentType: string,
  takesFiles: boolean,
): Promise<Parameters> => {
  const form = await readForm(bytes, contentType)
  const fields = emptyObject()
  const files: Parameters = {}
  let count = 0
  let textLength = 0
  for (const [name, value] of form) {
    count += 1
    if (count > limits.parametersMax)
      throw fail('bad_request', {}, `too many parameters (maximum is ${limits.parametersMax})`)
    if (typeof value === 'string') {
      textLength += value.length
      if (textLength > limits.bodyBytesMax) throw tooLarge()
      addField(fields, name, value)
    } else if (takesFiles) files[name] = await uploadOf(value)
    else throw refusedFile(name)
  }
  return Object.assign(fields, files)
}

const refusedFile = (field: string): Error =>
  failInvalid('bad_request', [
    { field, code: 'invalid', message: `${field} is a file: this operation takes parameters only` },
  ])

/** Uses the decoder of the platform. */
const readForm = async (bytes: Uint8Array, contentType: string): Promise<FormData> => {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw fail('bad_request', {}, 'request body is not valid multipart/form-data')
  }
}

const uploadOf = async (file: File): Promise<UploadedFile> => {
  if (file.size > limits.uploadBytesMax)
    throw fail('body_too_large', {}, `file is too large (maximum is ${limits.uploadBytesMax} bytes)`)
  return new UploadedFile(file.name, toBase64(new Uint8Array(await file.arrayBuffer())))
}
