package org.hybridlab.service.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.hybridlab.config.model.LocalBox;
import org.hybridlab.host.TrustedLabs;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.LabEffects;
import org.hybridlab.service.context.ServiceContext;

/**
 * Whether a lab may do here what its folder says. Labs that came with hybridlab may, and those that are the user's own;
 * others once their user agreed to the list of it, and until something is added to that.
 */
final class LabTrust {
    private final ServiceContext context;
    private final TrustedLabs trusted;

    LabTrust(ServiceContext context) {
        this.context = context;
        this.trusted = new TrustedLabs(context.folders());
    }

    /** Asks nobody. @param here boxes under hybridlab's names that Vagrant has */
    boolean isGiven(OpenLab open, Supplier<List<LocalBox>> here) {
        Path file = open.location().file();
        return isFree(file) || trusted.effects(file).filter(agreed -> agreed.containsAll(
                LabEffects.of(open, context.home(), here.get()).toAgreeTo())).isPresent();
    }

    /** Before {@code init} writes a lab file. */
    void needWritable() {
        trusted.needWritable();
    }

    /**
     * After {@code init} wrote a lab file.
     *
     * @param alone whether nothing else was in its folder: templates that were there before are somebody else's
     */
    void created(Path file, boolean alone) {
        if (alone) {
            trusted.own(file);
        } else {
            trusted.notOwn(file);
        }
    }

    /** After {@code init} copied a lab: the copy may do what the lab may, and no more. */
    void copied(Path from, Path copy) {
        if (isFree(from)) {
            trusted.own(copy);
        } else {
            trusted.effects(from).ifPresentOrElse(agreed -> trusted.trust(copy, agreed), () -> trusted.notOwn(copy));
        }
    }

    /**
     * @param here boxes under hybridlab's names that Vagrant has
     * @throws org.hybridlab.common.error.LabException {@code lab-not-trusted} (exit 2) with the list
     */
    void need(OpenLab open, Supplier<List<LocalBox>> here) {
        Path file = open.location().file();
        if (isFree(file)) {
            return;
        }
        LabEffects effects = LabEffects.of(open, context.home(), here.get());
        if (trusted.effects(file).filter(agreed -> agreed.containsAll(effects.toAgreeTo())).isPresent()) {
            return;
        }
        if (!context.approval().trustsEveryLab()) {
            ask(open, effects);
        }
        trusted.trust(open.location().file(), effects.toAgreeTo());
    }

    private void ask(OpenLab open, LabEffects effects) {
        Optional<List<String>> agreed = trusted.effects(open.location().file());
        List<String> shown = new ArrayList<>(agreed.isPresent() ? effects.toAgreeTo() : effects.all());
        agreed.ifPresent(shown::removeAll);
        String what = agreed.isPresent() ? "The lab %s asks for more than you trusted it with. New is that it would"
                : "The lab %s did not come with hybridlab. On this host it would";
        context.approval().trust(what.formatted(open.location().folder()), shown);
    }

    /** Whether nobody is asked. A stranger's lab may have been copied to the place of one of the installation. */
    private boolean isFree(Path file) {
        return trusted.isOwn(file) || ShippedLabs.have(file, context.home()) && !trusted.isOthers(file);
    }
}
