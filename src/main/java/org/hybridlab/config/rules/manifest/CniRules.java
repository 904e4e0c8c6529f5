package org.hybridlab.config.rules.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class CniRules {
    private static final Set<String> SPOKEN = Set.of("0.2.0", "0.3.0", "0.3.1", "1.0.0");

    /** It must fit the HNS network and be installed. */
    public static final Rule CNI_DELEGATE = rule("cni-delegate",
            "The CNI plugin for Windows is the one of the network mode, which hybridlab brings.",
            CniRules::cniDelegate);

    /** A plugin ignores unknown keys. Pods then have no way out and no Services. */
    public static final Rule CNI_POLICIES = rule("cni-policies",
            "win-overlay and win-bridge get their policies as `policies`, Microsoft's sdn plugins as `AdditionalArgs`.",
            CniRules::cniPolicies);

    /** Version 1 works with Docker only. containerd does not find its endpoints (sig-windows-tools, 102). */
    public static final Rule CNI_API_VERSION = rule("cni-api-version",
            "win-overlay and win-bridge have apiVersion 2.",
            CniRules::cniApiVersion);

    /** Versions of the Windows plugins (containernetworking/plugins). */
    public static final Rule CNI_VERSION = rule("cni-version",
            "CNI configuration for Windows has a cniVersion that the plugins speak.",
            (config, lab) -> config.root().text("cniVersion").filter(version -> !SPOKEN.contains(version)).stream()
                .map(version -> new Flaw(config.root().at("cniVersion"), "the plugins do not speak CNI " + version,
                        "Write 1.0.0.")));

    /** CNI, kube-proxy and flannel find the HNS network by its name. */
    public static final Rule CNI_NAME = rule("cni-name",
            "CNI configuration for Windows has the name of the HNS network.",
            CniRules::cniName);

    /** Other packets leave with the machine's address, which breaks answers inside the cluster. */
    public static final Rule CNI_EXCEPTIONS = rule("cni-exceptions",
            "What Windows pods reach without address translation holds the lab's own networks.",
            (config, lab) -> config.policy("OutBoundNAT").stream().flatMap(policy -> missingExceptions(policy, lab)));

    /** Services need a route through the network. */
    public static final Rule CNI_ROUTES = rule("cni-routes",
            "A route policy of Windows pods goes to the service network, or to one machine.",
            (config, lab) -> config.policies().stream().map(policy -> CniConfig.get(policy, "Value"))
                .filter(value -> CniConfig.get(value, "Type").text().filter(type -> type.equals("ROUTE")
                        || type.equals("SDNRoute")).isPresent()).flatMap(value -> wrongRoutes(value, lab)));

    /** HNS sends encapsulated packets from this address. Another machine's, or NAT's, gets no answers. */
    public static final Rule CNI_PROVIDER_ADDRESS = rule("cni-provider-address",
            "A fixed ProviderAddress is the address of a Windows machine.",
            (config, lab) ->
                config.policy("ProviderAddress").map(policy -> CniConfig.setting(policy, "ProviderAddress")).stream()
                .filter(address -> address.text().filter(text -> text.matches("[0-9.]+")).isPresent())
                .filter(address -> lab.windowsMachines().stream()
                        .noneMatch(machine -> address.text().filter(machine.address().toString()::equals).isPresent()))
                .map(address -> new Flaw(address, "no Windows machine has the address " + address.text().orElseThrow(),
                        "Write the machine's own, in network.machines.")));

    private CniRules() {
    }

    private static Rule rule(String id, String title, BiFunction<CniConfig, Lab, Stream<Flaw>> look) {
        return ManifestRule.of(id, title, Severity.ERROR, (object, lab) -> CniConfig.of(object).stream()
                .flatMap(config -> look.apply(config, lab)));
    }

    private static Stream<Flaw> cniDelegate(CniConfig config, Lab lab) {
        String right = lab.network().mode().traits().delegate();
        return config.type().equals(right) || lab.joinsExisting()
                ? Stream.of() : Stream.of(new Flaw(config.plugin().at("type"), "the mode %s goes with %s, not with %s"
                        .formatted(lab.network().mode().id(), right, config.type()), "Write `%s`.".formatted(right)));
    }

    private static Stream<Flaw> cniPolicies(CniConfig config, Lab lab) {
        String right = config.readsPolicies() ? "policies" : "AdditionalArgs";
        String wrong = config.readsPolicies() ? "AdditionalArgs" : "policies";
        ManifestNode unread = CniConfig.get(config.plugin(), wrong);
        return unread.isPresent() ? Stream.of(new Flaw(unread, "%s does not read '%s', so that none of this holds"
                .formatted(config.type(), wrong), "Write `%s`.".formatted(right))) : Stream.of();
    }

    private static Stream<Flaw> cniApiVersion(CniConfig config, Lab lab) {
        return !config.readsPolicies() || config.plugin().text("apiVersion").filter("2"::equals).isPresent()
                ? Stream.of() : Stream.of(new Flaw(config.plugin().at("apiVersion").or(config.plugin()),
                        "the plugin would speak to Docker, which the lab does not have", "Write \"apiVersion\": 2."));
    }

    private static Stream<Flaw> cniName(CniConfig config, Lab lab) {
        String right = lab.network().hnsNetwork();
        return config.root().text("name").filter(name -> !name.equals(right)).stream()
                .map(name -> new Flaw(config.root().at("name"), "the HNS network is called %s, not %s"
                        .formatted(right, name), "Write `%s`.".formatted(right)));
    }

    private static Stream<Flaw> missingExceptions(ManifestNode policy, Lab lab) {
        ManifestNode list = CniConfig.setting(policy, "Exceptions").or(CniConfig.setting(policy, "ExceptionList"));
        Set<String> excepted = list.items().stream().flatMap(item -> item.text().stream()).collect(Collectors.toSet());
        return neededExceptions(lab).stream().filter(network -> !excepted.contains(network)).limit(1)
                .map(network -> new Flaw(list.or(policy), "%s is missing, and would be reached by another address"
                        .formatted(network), "Write all of: %s.".formatted(String.join(", ", neededExceptions(lab)))));
    }

    /** Bridges also need the machine network (docs of SDN's l2bridge). */
    private static List<String> neededExceptions(Lab lab) {
        List<String> networks = new ArrayList<>(List.of(lab.network().pods().toString(),
                lab.network().services().toString()));
        if (!lab.network().mode().traits().encapsulates()) {
            networks.add(lab.network().machines().toString());
        }
        return networks;
    }

    private static Stream<Flaw> wrongRoutes(ManifestNode route, Lab lab) {
        ManifestNode prefix = CniConfig.setting(route, "DestinationPrefix");
        String services = lab.network().services().toString();
        if (prefix.text().filter(text -> !text.equals(services) && !text.endsWith("/32")).isPresent()) {
            return Stream.of(new Flaw(prefix, "the service network is %s, not %s".formatted(services,
                    prefix.text().get()), "Write %s.".formatted(services)));
        }
        return CniConfig.setting(route, "NeedEncap").isTrue() ? Stream.of() : Stream.of(new Flaw(
                CniConfig.setting(route, "NeedEncap").or(route), "without NeedEncap, Services are not reached",
                "Write \"NeedEncap\": true."));
    }

    /**
     * A CNI configuration for Windows in a ConfigMap.
     *
     * @param plugin that creates endpoints: flannel's delegate, or the only plugin
     */
    record CniConfig(ManifestNode root, ManifestNode plugin) {
        private static final Set<String> WINDOWS = Set.of("win-overlay", "win-bridge", "sdnoverlay", "sdnbridge",
                "wincni");

        static List<CniConfig> of(ManifestObject object) {
            return object.documents().values().stream().flatMap(root -> plugins(root)
                    .map(plugin -> new CniConfig(root, plugin.at("delegate").or(plugin)))
                    .filter(config -> WINDOWS.contains(config.type()))).toList();
        }

        private static Stream<ManifestNode> plugins(ManifestNode root) {
            ManifestNode list = root.at("plugins");
            return list.isPresent() ? list.items().stream() : Stream.of(root);
        }

        String type() {
            return plugin.text("type").orElse("").replaceFirst("\\.exe$", "");
        }

        /** True for plugins of containernetworking. Others read {@code AdditionalArgs}. */
        boolean readsPolicies() {
            return type().startsWith("win-");
        }

        List<ManifestNode> policies() {
            return get(plugin, readsPolicies() ? "policies" : "AdditionalArgs").items();
        }

        Optional<ManifestNode> policy(String... types) {
            return policies().stream().map(policy -> get(policy, "Value"))
                    .filter(value -> Set.of(types).contains(get(value, "Type").text().orElse(""))).findFirst();
        }

        /** A setting of a policy, in either HNS version's form. */
        static ManifestNode setting(ManifestNode policy, String key) {
            return get(get(policy, "Settings"), key).or(get(policy, key));
        }

        /** Ignores case, as Go does in JSON. */
        static ManifestNode get(ManifestNode node, String key) {
            return node.fields().entrySet().stream().filter(field -> field.getKey().equalsIgnoreCase(key)).findFirst()
                    .map(Map.Entry::getValue).orElse(ManifestNode.NOTHING);
        }
    }
}
