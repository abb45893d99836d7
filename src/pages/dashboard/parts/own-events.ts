import { rowsOf } from '../../../kernel/collection'
import { isAboutDelivery } from '../../../service/resources/event/keys'
import type { EventRow } from '../../../service/resources/event/model'
import { keptEvents } from '../../../service/resources/event/operations'
import type { World } from '../../../service/world'

/** The events about records that the API still shows: with a receiver that fails, most are about deliveries. */
export const ownEvents = ({ world }: { readonly world: World }): readonly EventRow[] =>
  rowsOf(keptEvents(world)).filter(({ key }) => !isAboutDelivery(key))
