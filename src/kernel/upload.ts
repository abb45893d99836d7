import { fromBase64 } from './base64'

/** A file of a multipart body. A class, so that JSON cannot imitate it. */
export class UploadedFile {
  readonly filename: string
  readonly base64: string

  constructor(filename: string, base64: string) {
    this.filename = filename
    this.base64 = base64
  }

  /** The first bytes, each as one character, to recognise the type of the file. */
  get head(): string {
    return String.fromCharCode(...fromBase64(this.base64.slice(0, 16)))
  }
}
