/** What is measured without sockets. Each question is asked of a fresh process, so that none warms up another. */
import { creationRows } from './creation'
import { dashboardRows } from './dashboard'
import { fetchRows } from './fetch'
import { growthRows } from './growth'
import { heapRows } from './heap'
import { interceptRows } from './intercept'
import { pageRows } from './pages'
import { serve } from './program'
import { searchRows } from './search'
import { stateRows } from './state'
import type { Row } from './table'

const measures = {
  fetch: fetchRows,
  creation: creationRows,
  state: stateRows,
  heap: heapRows,
  intercept: interceptRows,
  pages: pageRows,
  dashboard: dashboardRows,
  search: searchRows,
  growth: growthRows,
}

export interface InsideQuestion {
  readonly measure: keyof typeof measures
  readonly quick: boolean
}

serve(({ measure, quick }: InsideQuestion): Promise<readonly Row[]> => measures[measure](quick))
