// Where the dashboard starts: takes the token out of the address, then shows the page that the address names. Browser code;
// of the program it uses only rules of src/domain.
import { render } from 'preact'
import { Shell } from './components/shell.tsx'
import { followLive } from './live.ts'
import { showNotices } from './notices.ts'
import { startRouter } from './router.ts'
import { openSession } from './session.ts'
import { startTheme } from './theme.ts'
import './styles/index.ts'

const root = document.getElementById('app')
if (root === null) throw new Error('the page has an element #app')

startTheme()
await openSession()
startRouter()
followLive()
showNotices()
render(<Shell />, root)
