package org.hybridlab.provision.network;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.LabContext;

/**
 * Gives a Linux machine the route to a Windows machine's pods, or the gateway by turns.
 *
 * @param pods the Windows machine's pod CIDR; the first address is the gateway
 * @param holders addresses of the gateway's holders
 * @param router virtual router id from 1 to 255, unique on the wire
 * @param ofOthers whether the machines are not the lab's, and need a way back
 */
record GatewayScript(Machine windows, Cidr pods, List<Ipv4> holders, long router, boolean ofOthers) {
    private static final int ROUTERS = 255;

    /** For a foreign cluster, with gateways of other labs. Pod CIDRs are unique. */
    static GatewayScript ofOthers(Machine windows, Cidr pods, List<Ipv4> holders) {
        long share = pods.network().bits() >> 32 - pods.prefix();
        return new GatewayScript(windows, pods, holders, share % ROUTERS + 1, true);
    }

    /** For a machine of the lab, with which it goes. */
    GatewayScript ofLab() {
        return new GatewayScript(windows, pods, holders, router, false);
    }

    Ipv4 gateway() {
        return pods.address(1);
    }

    String file() {
        return file(windows.name());
    }

    static String file(String windows) {
        return "gateway-%s.sh".formatted(windows);
    }

    /** Whether a machine of the lab has run the present script, and its route came up at boot. */
    boolean isDone(LabContext labContext, Machine own, StepContext context) {
        Guest guest = labContext.guest(own, context);
        return guest.fileEquals(marker(), Fingerprint.of(text(labContext, own))) && hasRoute(guest);
    }

    boolean hasRoute(Guest guest) {
        String state = guest.output("systemctl show --property ActiveState --value hybridlab-route-" + windows.name(),
                "The look at the route to the pods of " + windows.name()).strip();
        // One that waits for its adapter has not failed.
        return Set.of("active", "activating").contains(state);
    }

    void run(LabContext labContext, Machine own, StepContext context) {
        labContext.workspace().write("scripts/%s/%s".formatted(own.name(), file()), text(labContext, own),
                Workspace.Kind.EXECUTABLE);
        Guest guest = labContext.guest(own, context);
        guest.script(labContext.script(own, file()), labContext.timeouts().script());
        guest.write(marker(), Fingerprint.of(text(labContext, own)), "0644");
    }

    String text(LabContext labContext, Machine own) {
        return text(labContext.templates(), own.name(), own.address(),
                labContext.lab().windowsMachines().stream().map(Machine::name).toList());
    }

    private String marker() {
        return "/etc/hybridlab/gateway-" + windows.name();
    }

    /** @param name of the machine that runs it */
    String text(Templates templates, String name, Ipv4 address) {
        return text(templates, name, address, List.of());
    }

    /** @param known the lab's Windows machines; gateways of others are removed */
    private String text(Templates templates, String name, Ipv4 address, List<String> known) {
        Map<String, Object> model = new HashMap<>();
        model.put("windows", windows);
        model.put("name", name);
        model.put("address", address);
        model.put("pods", pods);
        model.put("gateway", gateway());
        model.put("prefix", pods.prefix());
        model.put("holds", holders.contains(address));
        model.put("peers", holders.stream().filter(peer -> !peer.equals(address)).toList());
        model.put("router", router);
        model.put("ofOthers", ofOthers);
        model.put("known", known);
        return templates.render("linux/gateway.sh.ftl", model);
    }
}
