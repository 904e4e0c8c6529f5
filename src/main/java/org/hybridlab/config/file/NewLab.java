package org.hybridlab.config.file;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.reader.LabSchema;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;

/**
 * A lab file to begin with: short, commented and valid.
 *
 * @param workers 0 to 20; with none, the control plane runs the pods
 */
public record NewLab(String name, int workers) {
    private static final int MOST = 20;

    /** @throws LabException {@code init-answer} (exit 2) for an invalid name or number */
    public static NewLab of(String name, String workers) {
        LabSchema.nameAdvice(name).ifPresent(advice -> {
            throw LabException.invalid("init-answer", "'%s' is not a lab's name.".formatted(name), advice);
        });
        if (!workers.matches("\\d{1,2}") || Integer.parseInt(workers) > MOST) {
            throw LabException.invalid("init-answer", "'%s' is not a number of workers.".formatted(workers),
                    "Take a number from 0 to %d.".formatted(MOST));
        }
        return new NewLab(name, Integer.parseInt(workers));
    }

    /** @param header its first line, for editors */
    public String text(String header) {
        return """
                %s
                # Every key with its default: docs/reference/lab-file.md.
                # What is wrong with this file: hybridlab validate %s
                name: %s
                kubernetes: %s

                # Where machines run: %s. Without it, the best one here.
                # provider: docker

                # What holds for machines that do not say otherwise.
                # defaults: {os: linux, arch: amd64, cpus: 2, memory: 2GiB}

                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                %s
                # Without `machines` here, `up` picks a network that is free on this host.
                # network: {mode: %s, machines: 192.168.56.0/24, pods: 10.244.0.0/16, services: 10.96.0.0/12}

                # An app's manifests are apps/NAME.yaml beside this file; nodePort is the one of its Service.
                # apps:
                #   - {name: web, nodePort: 30000}

                # What must be true of the running lab, besides what is always checked.
                # checks:
                #   - name: the web page answers on every machine
                #     http: {port: 30000, path: /}
                #     within: 2m
                """.formatted(header, name, name, KubernetesBranch.newest().name(),
                ProviderName.idsOf(traits -> true), nodes(), NetworkMode.DEFAULT.id());
    }

    private String nodes() {
        return switch (workers) {
            case 0 -> "\n# Without a worker, pods run on the control plane.\nuntaint: true\n";
            case 1 -> "  - {name: node}\n";
            default -> "  - {name: node, count: %d}    # node1 to node%d\n".formatted(workers, workers);
        };
    }
}
