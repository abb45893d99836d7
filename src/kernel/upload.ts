import { fromBase64 } from './base64'

/** A file as it came in a multipart body. A class, so that no JSON can pretend to be one. */
export class UploadedFile {
  readonly filename: string
  readonly base64: string

  constructor(filename: string, base64: string) {
    this.filename = filename
    this.base64 = base64
  }

  /** The first bytes, each as one character: enough to tell what the file is. */
  get head(): string {
    return String.fromCharCode(...fromBase64(this.base64.slice(0, 16)))
  }
}
