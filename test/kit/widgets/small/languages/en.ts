export default { hello: "says héllo to" }
