import { pageFiles } from '../../../service/http/page-files'
import script from '../browser/main.ts?asset'
import style from './pages.css?asset'

export const assets = pageFiles('/_sandbox/assets', { 'pages.css': style, 'pages.js': script })
