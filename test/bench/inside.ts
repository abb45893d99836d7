/** What is measured without sockets. Each question is asked of a fresh process, so that none warms up another. */
import { dashboardRows } from './dashboard'
import { exploreRows } from './explore'
import { growthRows } from './growth'
import { heapRows } from './heap'
import { interceptRows } from './intercept'
import { serve } from './program'
import { searchRows } from './search'
import type { Row } from './table'

const measures = {
  heap: heapRows,
  explore: exploreRows,
  intercept: interceptRows,
  dashboard: dashboardRows,
  search: searchRows,
  growth: growthRows,
}

export interface InsideQuestion {
  readonly measure: keyof typeof measures
  readonly quick: boolean
}

serve(({ measure, quick }: InsideQuestion): Promise<readonly Row[]> => measures[measure](quick))
