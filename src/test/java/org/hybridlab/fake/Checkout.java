package org.hybridlab.fake;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.file.reader.ManifestTemplates;
import org.hybridlab.provision.up.LabContextFactory;

/** This checkout as an installation. Tests share its parsed templates: parsing takes longer than rendering. */
public final class Checkout {
    public static final Path HOME = Path.of("").toAbsolutePath();
    public static final Templates TEMPLATES = Templates.installed(HOME);

    private Checkout() {
    }

    /** With what the lab in the folder overrides. */
    public static Templates templates(Path lab) {
        return TEMPLATES.forLab(new LabFolder(lab));
    }

    public static ManifestTemplates manifestTemplates() {
        return workshop(HOME.resolve("target/no-cache"), new LocalProcesses()).manifestTemplates();
    }

    /** @param cache the user's, of which no test expects anything */
    public static LabContextFactory workshop(Path cache, Processes processes) {
        return workshop(cache, processes, Bundles.of(HOME, cache, Map.of(), processes));
    }

    public static LabContextFactory workshop(Path cache, Processes processes, Bundles bundles) {
        return new LabContextFactory(TEMPLATES, processes, Map.of(), bundles,
                Boxes.of(HOME, cache, Map.of(), command -> command, processes), false, List.of());
    }
}
