// The commands, in the order in which --help lists them. Adding one is a file here and a line here.
import type { Command } from '../command.ts'
import { serve } from './serve.ts'
import { stdio } from './stdio.ts'

export const COMMANDS: readonly Command[] = [serve, stdio]
