// The style sheets, in the order in which they count. A page brings its own beside its code.
import './tokens.css'
import './base.css'
import './shell.css'
import './parts.css'
import './list.css'
import './text.css'
