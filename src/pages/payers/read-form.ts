import type { AppContext } from '../../service/http/env'
import { readText } from '../../service/http/read-request'

/** The text of a form. Jobs that fell due while it came are done before it is used. */
export const readFormText = async (context: AppContext): Promise<string> => {
  const text = await readText(context)
  context.env.backend.catchUp()
  return text
}
