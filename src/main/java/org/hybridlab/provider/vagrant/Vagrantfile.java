package org.hybridlab.provider.vagrant;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import org.hybridlab.common.template.Templates;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MacAddress;
import org.hybridlab.provider.api.Provider;

/**
 * The Vagrantfile of a lab.
 *
 * @param boxes a docker image, or a Vagrant box; paths are absolute
 * @param privateKey of the lab; written as a relative path, so that the workspace can be moved
 * @param authorizedKey its public half, one line of an authorized_keys file
 * @param bootTimeout how long plain Vagrant waits for ssh
 */
public record Vagrantfile(LabId id, Lab lab, Provider provider, Function<Machine, BoxChoice> boxes,
                          Function<Machine, KnownBox> needs, Path privateKey, String authorizedKey,
                          Duration bootTimeout) {
    /** Includes the copy of the disk, and the first boot of a generalized box. */
    public static final Duration WINDOWS_BOOT = Duration.ofMinutes(30);

    /** Limit of a Windows shutdown before Vagrant cuts the power. */
    public static final Duration WINDOWS_HALT = Duration.ofMinutes(5);

    public String render(Templates templates) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("lab", lab);
        model.put("provider", provider.name().id());
        model.put("firstKey", !provider.name().traits().keyFromBirth());
        model.put("privateKey", privateKey.getParent().getParent().relativize(privateKey));
        model.put("authorizedKey", authorizedKey.strip());
        model.put("bootSeconds", bootTimeout.toSeconds());
        model.put("windowsBootSeconds", Math.max(bootTimeout.toSeconds(), WINDOWS_BOOT.toSeconds()));
        model.put("windowsHaltSeconds", WINDOWS_HALT.toSeconds());
        model.put("machines", lab.madeMachines().stream().map(this::machine).toList());
        return templates.render("Vagrantfile.ftl", model);
    }

    private Map<String, Object> machine(Machine machine) {
        Map<String, Object> model = new LinkedHashMap<>(Map.of("machine", machine, "box", boxes.apply(machine).name(),
                "from", boxes.apply(machine), "own", provider.model(id, lab, machine)));
        if (machine.isWindows()) {
            // The guest finds the lab's adapter by it, and sets the address.
            model.put("mac", MacAddress.plain(id, machine));
            model.put("needs", needs.apply(machine));
        }
        return model;
    }
}
