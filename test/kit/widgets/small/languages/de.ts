export default { hello: "sagt hallo zu" }
