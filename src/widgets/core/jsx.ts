/** What elements are made with: put into every module that has some. */
export { Fragment, h } from "preact"
