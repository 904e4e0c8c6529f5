def by_key: reduce (.kvs // [])[] as $kv ({}; .[$kv.key] = $kv);
def left: startswith("/registry/masterleases/") or startswith("/registry/peerserverleases/")
    or (startswith("/registry/") | not);
def of_stopped: test("^/registry/leases/kube-system/kube-(controller-manager|scheduler)$");
($saved[0] | by_key) as $saved | ($live[0] | by_key) as $live
| [($live | keys[] | select($saved[.] == null or (@base64d | of_stopped)) | select(@base64d | left | not)
        | {request_delete_range: {key: .}}),
   ([$saved[] | select(.lease == null) | select(.value != $live[.key].value)
        | (.key | @base64d) as $name
        | select(($name | left | not)
            and ($live[.key] == null or ($name | startswith("/registry/leases/") | not)))
        | {name: (if $name | startswith("/registry/services/") then "~" + $name else $name end), kv: .}]
        | sort_by(.name)[] | {request_put: {key: .kv.key, value: (.kv.value // "")}})]
| reduce .[] as $one ([[]]; if (.[-1] | length) < 100 and (.[-1] | tostring | length) < 400000
    then .[-1] += [$one] else . + [[$one]] end)
| .[] | select(length > 0) | {success: .}
