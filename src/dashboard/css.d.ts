// Style sheets are imported for their effect alone; the build makes files of them.
declare module '*.css'
