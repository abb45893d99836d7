import * as z from 'zod/mini'
import { askApi } from '../../control/api'
import { ControlError, invalidBody } from '../../control/errors'
import { type ControlCall, controlRoute } from '../../control/route'
import { isPageKind } from '../../sandbox/records/records'
import { type MoveInput, moveInput } from '../dashboard/records/moves/move'
import { type OpenMove, openMoves, slugsOf } from '../dashboard/records/moves/table'

/** What can be done with a record, as the buttons of its page do it. */

type MoveCall = ControlCall<MoveInput>

/** @throws ControlError 404 for an unknown kind, record or move; 409 for a move that is not possible now */
const findMove = ({ params, mode, world }: MoveCall): OpenMove => {
  const { kind = '', id = '', move = '' } = params
  if (!isPageKind(kind)) throw new ControlError(404, `there are no ${kind.slice(0, 60)}`)
  if (mode()[kind].get(id) === undefined)
    throw new ControlError(404, `there is no ${id.slice(0, 100)} among the ${kind}`)
  const possible = openMoves({ world: world(), mode: mode() }, kind, id)
  const found = possible.find(({ slug }) => slug === move)
  if (found !== undefined) return found
  const now = possible.map(({ slug }) => slug).join(', ') || 'none'
  if (slugsOf(kind).includes(move))
    throw new ControlError(409, `${move} is not possible for ${id} as it is now; possible: ${now}`)
  throw new ControlError(404, `${kind} have no move ${move.slice(0, 60)}; possible for ${id} now: ${now}`)
}

/** @throws ControlError 422 for input that the move does not take, or a value that is not among its options */
const checkFields = ({ name, fields }: OpenMove, input: MoveInput): void => {
  const issues = Object.entries(input).flatMap(([path, value]) => {
    const field = fields.find((one) => one.name === path)
    if (value === undefined) return []
    if (field === undefined) return [{ path, message: `has no meaning for ${name}` }]
    const values = field.options?.map((option) => (typeof option === 'string' ? option : option[0]))
    if (values === undefined || values.includes(String(value))) return []
    return [{ path, message: `must be one of ${values.join(', ')}` }]
  })
  const missing = fields.filter(({ name: path, required }) => required === true && (input[path] ?? '') === '')
  const all = [...issues, ...missing.map((field) => ({ path: field.name, message: 'is required' }))]
  if (all.length > 0) throw invalidBody(all)
}

export const moveRoutes = [
  controlRoute('POST /records/:kind/:id/:move', {
    params: {
      kind: 'Kind of the records, such as `charges`',
      id: 'Id of the record',
      move: 'Name of the button, such as `capture`',
    },
    summary:
      'Press a button on the page of a record, such as `capture`, `refund`, `pay` or `open-dispute`; answers with the record that it created or changed',
    scoped: 'one',
    input: moveInput,
    example: { amount: 25_000 },
    returns: () => z.record(z.string(), z.json()),
    run: async (call) => {
      const move = findMove(call)
      checkFields(move, call.input)
      const request = move.request(call.input)
      return request.by === 'api' ? await askApi(call, request) : await request.run(call.mode())
    },
  }),
]
