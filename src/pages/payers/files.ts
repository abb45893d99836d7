import { pageFiles } from '../../service/http/page-files'
import script from './browser/provider.ts?asset'
import style from './payer.css?asset'

/** What hosted pages load. The addresses begin at the root of the server that the page is of. */
export const hostedFiles = pageFiles('pages', { 'payer.css': style, 'provider.js': script })
