# Lets vagrant validate a Vagrantfile with the configuration classes of providers that cannot run on this host.
%w[virtualbox hyperv].each do |name|
  require File.join(Vagrant.source_root, "plugins/providers", name, "provider")
end

[VagrantPlugins::ProviderVirtualBox::Provider, VagrantPlugins::HyperV::Provider].each do |provider|
  provider.define_singleton_method(:usable?) { |_raise_error = false| true }
  provider.send(:define_method, :initialize) { |machine| @machine = machine }
  provider.send(:define_method, :machine_id_changed) { }
  provider.send(:define_method, :state) { Vagrant::MachineState.new(:not_created, "not created", "not created") }
end
