// What values of PowerShell are here, and what its operators make of them: strings, numbers, booleans, null, arrays, objects.

/** An error of PowerShell's kind, which a trap sees. */
export class Failure extends Error {}
/** What the stand-in has not learnt. No trap sees it. */
export class Unknown extends Error {}
/**
 * A DateTime: an instant, and how far its digits are from those of universal time. .NET compares and subtracts digits, whatever
 * their kinds.
 */
export class Moment {
  constructor(millis, offset = 0) { Object.assign(this, { millis, offset }); }
  get digits() { return this.millis + this.offset; }
  valueOf() { return this.digits; }
  toString() { return new Date(this.digits).toISOString(); }
}

/** Hours of standard time; no zone here has another one in summer. */
const ZONES = { "UTC": 0, "China Standard Time": 8, "Pacific Standard Time": -8 };
/** An instant as Windows tells it: in its own time zone. */
export function local(millis, zone) {
  if (!(zone in ZONES)) throw new Unknown(`time zone ${zone}`);
  return new Moment(millis, ZONES[zone] * 3_600_000);
}

export const text = value => {
  if (value === null || value === undefined) return "";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return value.map(text).join(" ");
  return String(value);
};

export const truth = value => Array.isArray(value)
  ? value.length > 1 || (value.length === 1 && truth(value[0])) : Boolean(value);

/** As Windows compares: without regard to case, and by the type of the left side. */
export function same(left, right) {
  if (left === null || right === null) return left === right;
  if (typeof left === "number") return left === Number(right);
  if (typeof left === "boolean") return left === truth(right);
  return text(left).toLowerCase() === text(right).toLowerCase();
}

export const list = value => value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
export const single = values => values.length === 0 ? null : values.length === 1 ? values[0] : values;
export const wildcard = pattern => new RegExp("^" + pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&")
  .replaceAll("*", ".*").replaceAll("?", ".") + "$", "is");


export function convert(value, type) {
  switch (type) {
    case "[string]": return text(value);
    case "[string[]]": return list(value).map(text);
    case "[int]": return Number(value);
    case "[scriptblock]": case undefined: return value;
    default: throw new Unknown(`type ${type}`);
  }
}

const COMPARE = {
  "-eq": same, "-ne": (a, b) => !same(a, b),
  "-gt": (a, b) => order(a) > order(b), "-ge": (a, b) => order(a) >= order(b), "-lt": (a, b) => order(a) < order(b),
  "-match": (a, b) => new RegExp(text(b), "i").test(text(a)),
  "-notmatch": (a, b) => !new RegExp(text(b), "i").test(text(a)),
  "-like": (a, b) => wildcard(text(b)).test(text(a)),
};
const order = value => typeof value === "string" ? value.toLowerCase() : value;

export function operate(operator, left, right) {
  if (operator in COMPARE) {
    // An array on the left side is filtered.
    return Array.isArray(left) ? left.filter(each => COMPARE[operator](each, right)) : COMPARE[operator](left, right);
  }
  switch (operator) {
    case "-contains": return list(left).some(each => same(each, right));
    case "-notcontains": return !list(left).some(each => same(each, right));
    case "-join": return list(left).map(text).join(text(right));
    case "-replace": return text(left).replace(new RegExp(right[0], "gi"), right[1]);
    case "+": return add(left, right);
    case "-": return left instanceof Moment ? { TotalSeconds: (left - right) / 1000 } : number(left) - number(right);
    case "*": return number(left) * number(right);
    case "/": return number(left) / number(right);
    default: throw new Unknown(`operator ${operator}`);
  }
}

export function add(left, right) {
  if (Array.isArray(left)) return [...left, ...list(right)];
  if (typeof left === "string") return left + text(right);
  return (left ?? 0) + (typeof right === "string" ? number(right) : right);
}

/** As PowerShell takes a string where it needs a number. */
function number(value) {
  if (typeof value === "string" && Number.isNaN(Number(value))) {
    throw new Failure(`Cannot convert value "${value}" to type "System.Int32". Error: "Input string was not in a correct format."`);
  }
  return value instanceof Moment ? value : Number(value);
}

