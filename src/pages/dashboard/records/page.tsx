import { SandboxError } from '../../../kernel/sandbox-error'
import type { PlacePage, View } from '../frame/view'
import { RecordList } from './list'
import { scopesOf, textIn } from './listed'
import { prepareAnswer } from './question'
import { RecordDetail } from './record'
import type { Sheet } from './sheets/sheet'
import { sheetNames, sheetOf } from './sheets/table'

/** @throws SandboxError 404 for a kind of which there is no page */
const kindIn = ({ params }: View): { readonly kind: string; readonly sheet: Sheet } => {
  const { kind = '' } = params
  const sheet = sheetOf(kind)
  if (sheet === null)
    throw new SandboxError(
      'not_found',
      `there are no ${kind.slice(0, 60)}: there are ${sheetNames.join(', ')}`,
    )
  return { kind, sheet }
}

/** The records of a kind. */
export const recordsPage = async (view: View): Promise<PlacePage> => {
  const { kind, sheet } = kindIn(view)
  const reading = await prepareAnswer(view, textIn(view), scopesOf(kind))
  return {
    title: sheet.title,
    content: <RecordList view={view} kind={kind} sheet={sheet} reading={reading} />,
    isComplete: reading === null,
  }
}

/** One record, beside the list. */
export const recordPage = async (view: View): Promise<PlacePage> => {
  const { kind, sheet } = kindIn(view)
  const { id = '' } = view.params
  const brief = sheet.brief(view, id)
  if (brief === null)
    throw new SandboxError(
      'not_found',
      `there is no ${id.slice(0, 100)} among the ${sheet.title.toLowerCase()}`,
    )
  const reading = await prepareAnswer(view, textIn(view), scopesOf(kind))
  return {
    title: `${sheet.one} ${id}`,
    content: <RecordList view={view} kind={kind} sheet={sheet} reading={reading} />,
    detail: <RecordDetail view={view} kind={kind} id={id} sheet={sheet} brief={brief} />,
    isComplete: reading === null,
  }
}
