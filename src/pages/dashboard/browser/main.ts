/** The script of all pages of the dashboard. Without it each page shows the same, but changes nothing. */
import { copyOnClick } from './copy'
import { filterWhileTyping } from './filter'
import { searchByKey } from './keys'
import { completePage, followStream } from './live'
import { openMenus } from './menus'
import { sendForms } from './send'

copyOnClick()
filterWhileTyping()
openMenus()
searchByKey()
sendForms()
followStream()
completePage()
