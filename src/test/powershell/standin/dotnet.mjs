// The few types and methods of .NET that hybridlab's scripts use.
import { hnsCall } from "./hns.mjs";
import { Failure, Moment, Unknown, list, local, text } from "./values.mjs";

const iso = moment => new Date(moment.digits).toISOString().replace(/\.\d+Z$/, "Z");
const KNOWN_FORMATS = { "yyyy-MM-ddTHH:mm:ssZ": iso };

const METHODS = {
  string: {
    split: (of, by) => of.split(by),
    substring: (of, from, length) => {
      if (from > of.length || from < 0) throw new Failure("startIndex cannot be larger than length of string.");
      return length === undefined ? of.slice(from) : of.slice(from, from + length);
    },
    indexof: (of, what) => of.indexOf(what),
    trim: (of, what) => what === undefined ? of.trim() : of.replace(new RegExp(`^[${what}]+|[${what}]+$`, "g"), ""),
    tolower: of => of.toLowerCase(),
  },
  moment: {
    addseconds: (of, n) => new Moment(of.millis + n * 1000, of.offset),
    addminutes: (of, n) => new Moment(of.millis + n * 60000, of.offset),
    touniversaltime: of => new Moment(of.millis),
    tostring: (of, format) => {
      if (!(format in KNOWN_FORMATS)) throw new Unknown(`time format ${format}`);
      return KNOWN_FORMATS[format](of);
    },
  },
};

const STATIC = {
  "console.error.writeline": (host, line) => { host.err(text(line)); },
  "console.in.readtoend": host => host.readAll(),
  "convert.frombase64string": (host, value) => Buffer.from(value, "base64"),
  "io.file.writeallbytes": (host, path, bytes) => { host.files.write(path, bytes); },
  "environment.getenvironmentvariable": (host, name, where) => host.world.variable(machineOnly(where), name),
  "environment.setenvironmentvariable": (host, name, value, where) => {
    machineOnly(where);
    host.world.setVariable(name, value);
  },
  "datetime.parse": (host, value) => {
    const millis = Date.parse(value);
    if (Number.isNaN(millis)) throw new Failure(`String '${value}' was not recognized as a valid DateTime.`);
    // Of a text that names its zone, as this one's Z, .NET makes local time.
    return local(millis, host.world.state.timeZone);
  },
  "hybridlab.hns.hnscall": async (host, method, path, request, response) => {
    if (!host.types.has("hybridlab.hns")) throw new Failure("Unable to find type [Hybridlab.Hns].");
    if (method !== "POST") throw new Unknown(`HNSCall ${method}`);
    await host.sleep(3);
    const answer = hnsCall(path, request, host.world);
    if (path === "/networks" && answer.Success) host.machine.switched?.();
    response.set(JSON.stringify(answer));
    return 0;
  },
  "threading.mutex.new": (host, owned, name) => {
    if (owned || !name.startsWith("Global\\")) throw new Unknown(`mutex ${name}`);
    return host.mutex(name);
  },
  "math.abs": (host, value) => Math.abs(value),
  "math.pow": (host, value, power) => value ** power,
  "math.floor": (host, value) => Math.floor(value),
};

function machineOnly(where) {
  if (where !== "Machine") throw new Unknown(`environment of ${where}`);
  return where;
}

/** A static method: [Type]::Name(...). */
export function construct(type, name, args, host) {
  const method = STATIC[`${type}.${name}`.toLowerCase()];
  if (!method) throw new Unknown(`method [${type}]::${name}`);
  return method(host, ...args);
}

/** A static property; [Console]::Error and the like only lead to methods. */
export function member(type, name) {
  if (type === "console" && ["Error", "In"].includes(name)) return { staticPath: `${type}.${name}` };
  throw new Unknown(`property [${type}]::${name}`);
}

export async function call(of, name, args, host) {
  const key = name.toLowerCase();
  if (of?.staticPath) return construct(of.staticPath, name, args, host);
  if (of === null) throw new Failure("You cannot call a method on a null-valued expression.");
  const own = Object.keys(of).find(each => each.toLowerCase() === key);
  if (own && typeof of[own] === "function") return of[own](...args);
  // What HNS' cmdlets make of JSON.
  if (key === "gettype" && typeof of === "object") return { FullName: "System.Management.Automation.PSCustomObject" };
  if (of instanceof Moment && key === "tolocaltime") return local(of.millis, host.world.state.timeZone);
  const method = METHODS[of instanceof Moment ? "moment" : typeof of]?.[key];
  if (!method) throw new Unknown(`method ${name} of ${typeof of}`);
  return method(of, ...args);
}

/** As in strict mode 2: what is not there is an error, and nothing is there on null. */
export function property(of, name, strict) {
  const key = name.toLowerCase();
  if (of instanceof Moment || typeof of === "string") {
    if (key === "length") return of.length;
  } else if (Array.isArray(of)) {
    if (["count", "length"].includes(key)) return of.length;
    return of.length === 0 ? missing(name, strict) : of.flatMap(each => list(property(each, name, strict)));
  } else if (of !== null) {
    if (key === "psobject") return { Properties: Object.entries(of).map(([Name, Value]) => ({ Name, Value })) };
    const own = Object.keys(of).find(each => each.toLowerCase() === key);
    if (own) return typeof of[own] === "function" ? of[own]() : of[own];
  }
  return missing(name, strict);
}

function missing(name, strict) {
  if (strict) throw new Failure(`The property '${name}' cannot be found on this object. Verify that the property exists.`);
  return null;
}
